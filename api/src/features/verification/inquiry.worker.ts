import { Injectable } from '@nestjs/common';
import { ApplicationWorker } from '../../engine/subscriptions/workers/application-worker.js';
import { eachInTurn } from '../../engine/subscriptions/workers/each-in-turn.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import type { KycStatus } from '../../kernel/people/verification.js';
import { InquiryChecks } from './checks/inquiry-checks.js';
import { kycRequestsProjection } from './kyc-requests.projection.js';

const CHECK_EVERY_MS = 5 * 60_000;
/** Statuses that the provider may still change. */
const OPEN_STATUSES: readonly KycStatus[] = ['created', 'pending', 'completed', 'needs_review'];
/** Most inquiries checked per status and round, the least recently changed first. */
const CHECK_LIMIT = 100;

/** Checks every open inquiry every five minutes, to recover from lost webhooks. The view only lists the inquiries. */
@Injectable()
export class InquiryWorker extends ApplicationWorker {
  protected readonly name = 'inquiries';
  protected readonly everyMs = CHECK_EVERY_MS;

  constructor(
    private readonly views: ViewStore,
    private readonly checks: InquiryChecks,
  ) {
    super();
  }

  /** One at a time, so that an unavailable provider gets one call at a time. */
  protected async work(signal: AbortSignal): Promise<void> {
    for (const status of OPEN_STATUSES) {
      const query = { by: 'byStatus', where: { status }, limit: CHECK_LIMIT };
      const { items } = await this.views.find(kycRequestsProjection, query);
      await eachInTurn(items, signal, async ({ uid, inquiryId }) => {
        if (inquiryId !== null) await this.checks.check({ uid, inquiryId });
      });
    }
  }
}
