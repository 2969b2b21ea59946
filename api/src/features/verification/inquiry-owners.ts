import { Injectable } from '@nestjs/common';
import { SubscriptionRunner } from '../../engine/subscriptions/subscription-runner.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import { kycRequestsProjection } from './kyc-requests.projection.js';

/** Longest wait for the view to catch up with the log. */
const CATCH_UP_MS = 2_000;

/** Finds the sender of an inquiry, for webhooks without a reference. */
@Injectable()
export class InquiryOwners {
  constructor(
    private readonly views: ViewStore,
    private readonly subscriptions: SubscriptionRunner,
  ) {}

  /** The inquiry's uid, from the view once it has passed `position`. @throws Error when the view is behind */
  async ownerOf(inquiryId: string, position: string): Promise<string | null> {
    if (!(await this.subscriptions.caughtUp(kycRequestsProjection, position, CATCH_UP_MS)))
      throw new Error('The view kyc_requests is behind');
    const query = { by: 'byInquiry', where: { inquiryId }, limit: 1 };
    const { items } = await this.views.find(kycRequestsProjection, query);
    return items[0]?.uid ?? null;
  }
}
