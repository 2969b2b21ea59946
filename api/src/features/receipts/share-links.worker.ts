import { Injectable } from '@nestjs/common';
import { ApplicationWorker } from '../../engine/subscriptions/workers/application-worker.js';
import { everyRecord } from '../../engine/vault/every-record.js';
import { ShareLinks } from './share-links.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Once a day removes expired links from the vault, and lists under its sender what an earlier build stored otherwise. */
@Injectable()
export class ShareLinksWorker extends ApplicationWorker {
  protected readonly name = 'share-links';
  protected readonly everyMs = DAY_MS;

  constructor(private readonly links: ShareLinks) {
    super();
  }

  /** It calls no provider. */
  protected override rests(): boolean {
    return false;
  }

  protected async work(signal: AbortSignal): Promise<void> {
    for await (const page of everyRecord(this.vault, 'share'))
      for (const { id } of page) {
        if (signal.aborted) return;
        await this.links.tidy(id);
      }
  }
}
