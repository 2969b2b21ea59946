import { Injectable, Logger } from '@nestjs/common';
import { isoInstant } from '../../../config/clock.js';
import { ApplicationWorker } from '../../../engine/subscriptions/workers/application-worker.js';
import { eachInTurn } from '../../../engine/subscriptions/workers/each-in-turn.js';
import { pagesOf } from '../../../engine/view-store/pages-of.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { emailChangesProjection } from './email-changes.projection.js';
import { SettleEmails } from './settle-emails.js';

const HOUR_MS = 60 * 60 * 1_000;

/** Finishes interrupted changes of address, ends those that lapsed, and frees addresses whose undo has ended. */
@Injectable()
export class EmailChangesWorker extends ApplicationWorker {
  private readonly logger = new Logger('email-changes');
  protected readonly name = 'email-changes';
  protected readonly everyMs = HOUR_MS;

  constructor(
    private readonly views: ViewStore,
    private readonly emails: SettleEmails,
  ) {
    super();
  }

  /** It calls no provider. */
  protected override rests(): boolean {
    return false;
  }

  async work(signal: AbortSignal): Promise<void> {
    const until = { by: 'byDue', where: {}, to: isoInstant(this.clock.now() + 1) };
    for await (const page of pagesOf(this.views, emailChangesProjection, until)) {
      await eachInTurn(page, signal, ({ uid }) => this.settle(uid));
      if (signal.aborted) return;
    }
  }

  private async settle(uid: string): Promise<void> {
    try {
      await this.emails.of(uid);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.logger.warn(`a change of address of ${uid} has ended: ${error.code}`);
    }
  }
}
