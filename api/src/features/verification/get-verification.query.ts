import { Injectable } from '@nestjs/common';
import { accountsProjection } from '../accounts/account/accounts.projection.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import { DomainError } from '../../kernel/domain-error.js';
import {
  attemptsLeftAfter,
  badgeOf,
  currentCheck,
  isFailure,
  nameStepOf,
  nextStepOf,
  type VerificationOverview,
} from '../../kernel/people/verification.js';
import { kycRequestsProjection } from './kyc-requests.projection.js';

/** The views that the overview reads. */
export const VERIFICATION_VIEWS = [kycRequestsProjection, accountsProjection];
/** Most requests shown. At most three of them failed, the others expired. */
const REQUEST_LIMIT = 100;

/** A sender's verification: the badge, the requests newest first, and the next step. */
@Injectable()
export class GetVerification {
  constructor(private readonly views: ViewStore) {}

  async execute(uid: string): Promise<VerificationOverview> {
    const { items, account } = await this.read(uid).catch((error: unknown) => {
      throw new DomainError('get_user_kyc_requests_failed', {}, { cause: error });
    });
    const attemptsLeft = attemptsLeftAfter(items.filter(({ status }) => isFailure(status)).length);
    const next = nextStepOf(currentCheck(items)?.status, attemptsLeft);
    return {
      items,
      nextCursor: null,
      badge: badgeOf(items.find(({ decides }) => decides)?.status),
      next,
      attemptsLeft,
      emailConfirmed: account?.emailConfirmed ?? false,
      nameStep: nameStepOf(
        next,
        items.some(({ confirmed }) => confirmed),
        attemptsLeft,
      ),
    };
  }

  private async read(uid: string) {
    const query = { by: 'bySender', where: { uid }, desc: true, limit: REQUEST_LIMIT };
    const [{ items }, account] = await Promise.all([
      this.views.find(kycRequestsProjection, query),
      this.views.get(accountsProjection, uid),
    ]);
    return { items, account };
  }
}
