import { Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../../../config/clock.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { fullNameOf } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { LIFT_LAPSES_MS, type LiftRequest, type SenderStanding } from '../../../kernel/staff/standing.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';
import { senderStandingProjection, type StandingDocument } from './sender-standing.projection.js';
import { SubjectSummaries } from '../find/subject-summaries.js';
import { SenderStates } from './sender-states.js';

type Asked = NonNullable<StandingDocument['reinstatementRequest']>;

/**
 * Whom a sender's page is about, masked, what keeps them from sending or signing in, and what becomes of their data.
 * @throws not_found, also for one's own
 */
@Injectable()
export class GetStanding {
  constructor(
    private readonly views: ViewStore,
    private readonly clock: Clock,
    private readonly summaries: SubjectSummaries,
    private readonly states: SenderStates,
  ) {}

  /** @param reader the member of staff who reads it */
  async execute(uid: string, reader: string): Promise<SenderStanding> {
    const [sender] = uid === reader ? [] : await this.summaries.ofSenders([uid]);
    if (!sender) throw new DomainError('not_found');
    const standing = await this.views.get(senderStandingProjection, uid);
    const pauses = standing?.pauses ?? [];
    const { resumeRequest = null, suspension = null, reinstatementRequest = null } = standing ?? {};
    const coversAll = pauses.every(({ causeId }) => resumeRequest?.causeIds.includes(causeId));
    return {
      ...sender,
      pauses: await Promise.all(
        pauses.map(async ({ causeId, cause, reason, by, since }) => ({
          cause,
          reason,
          since,
          caseId: cause === 'case' ? causeId : null,
          byName: await this.nameOf(by),
        })),
      ),
      resumeRequest: await this.open(resumeRequest, coversAll),
      suspension: suspension && {
        cause: suspension.cause,
        reason: suspension.reason,
        since: suspension.since,
        byName: await this.nameOf(suspension.by),
      },
      reinstatementRequest: await this.open(reinstatementRequest, true),
      ...(await this.dataOf(standing)),
    };
  }

  /** What becomes of the person's data. */
  private async dataOf(
    standing: StandingDocument | null,
  ): Promise<Pick<SenderStanding, 'closedAt' | 'erasedAt' | 'erasure' | 'legalHold'>> {
    const { closedAt = null, erasedAt = null, legalHold: hold = null } = standing ?? {};
    const erasure = standing && (await this.states.erasureOf(standing));
    if (!hold) return { closedAt, erasedAt, erasure, legalHold: null };
    const { reason, since, by } = hold;
    return { closedAt, erasedAt, erasure, legalHold: { reason, since, byName: await this.nameOf(by) } };
  }

  private async open(asked: Asked | null, coversAll: boolean): Promise<LiftRequest | null> {
    if (!asked) return null;
    const { by, reason, requestedAt } = asked;
    const lapsesAtMs = Date.parse(requestedAt) + LIFT_LAPSES_MS;
    if (this.clock.now() >= lapsesAtMs) return null;
    const byName = await this.nameOf(by);
    return { by, byName, reason, requestedAt, lapsesAt: isoInstant(lapsesAtMs), coversAll };
  }

  /** Of a member of staff. */
  private async nameOf(uid: string | null): Promise<string | null> {
    const account = uid === null ? null : await this.views.get(accountsProjection, uid);
    return account ? fullNameOf(account) : null;
  }
}
