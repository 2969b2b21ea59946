import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { RequestMetrics } from '../../../http/edge/log-and-metrics.js';
import { Outbox } from './outbox.js';

/** Mail that is not sent unless an operator acts, read from the vault, so that every process reports the same. */
@Injectable()
export class MailMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: RequestMetrics,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit(): void {
    this.metrics.addReader(async (registry) => {
      const help = 'Mails that were given up, at most 1,000';
      const gauge = new Gauge({ name: 'flip_mail_given_up', help, registers: [registry] });
      gauge.set((await this.outbox.givenUp()).length);
    });
  }
}
