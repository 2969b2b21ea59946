import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { RequestMetrics } from '../../../http/edge/log-and-metrics.js';
import { TransferWorker } from './transfer.worker.js';

/** Partitions of transfers whose provider calls this process makes, for monitoring: all processes together hold every one. */
@Injectable()
export class PartitionsMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: RequestMetrics,
    private readonly worker: TransferWorker,
  ) {}

  onModuleInit(): void {
    this.metrics.addReader((registry) => {
      new Gauge({
        name: 'flip_transfer_partitions',
        help: 'Partitions of transfers, of 16, whose provider calls this process makes',
        registers: [registry],
      }).set(this.worker.heldPartitions);
      return Promise.resolve();
    });
  }
}
