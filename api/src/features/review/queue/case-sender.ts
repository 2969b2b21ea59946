import type { Position } from '../../../event-sourcing/event.js';
import type { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import type { ViewStore } from '../../../engine/view-store/view-store.port.js';
import type { CaseSender, OtherCase, SuspiciousTransaction } from '../../../kernel/staff/compliance.js';
import type { SenderState } from '../../../kernel/staff/sender-states.js';
import { maskName } from '../../../kernel/text/masks.js';
import { centsOf, formatAmount } from '../../../kernel/money/money.js';
import { badgeOf, type KycBadge, type KycRequest } from '../../../kernel/people/verification.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';
import { kycRequestsProjection, newestRequestOf } from '../../verification/kyc-requests.projection.js';
import type { VerificationEvent } from '../../verification/verification-events.rules.js';
import type { Attempted } from '../../access/case-attempts.js';
import { upTo } from './case-payment.js';
import { senderStream } from '../../access/sender-stream.rules.js';
import {
  newestCasesOf,
  suspiciousTransactionsProjection,
} from '../cases/suspicious-transactions.projection.js';

const SUMMARY_MS = 30 * 24 * 60 * 60 * 1_000;

/** What a case shows of its sender is as of `asOf`; `then` is the position of a page that shows the past. */
interface SummaryOf {
  readonly found: SuspiciousTransaction;
  readonly attempts: readonly Attempted[];
  readonly states: SenderState[];
  readonly asOf: string;
  readonly then: Position | undefined;
}

/** State, verification, the last thirty days and the other cases of a case's sender; the name is masked. */
export async function summaryOfSender(
  views: ViewStore,
  log: EncryptedEventLog,
  { found, attempts, states, asOf, then }: SummaryOf,
): Promise<CaseSender> {
  const { uid, id } = found;
  const [account, verification, others] = await Promise.all([
    views.get(accountsProjection, uid),
    then === undefined ? badgeNow(views, uid) : pastBadge(log, uid, then),
    views.find(suspiciousTransactionsProjection, newestCasesOf(uid)),
  ]);
  const since = new Date(Date.parse(asOf) - SUMMARY_MS).toISOString();
  const recent = attempts.filter((attempt) => attempt.at > since && attempt.at <= asOf);
  const sent = recent.filter((attempt) => attempt.refused === null);
  return {
    uid,
    displayName: maskName(account),
    verification,
    states,
    requested30Days: formatAmount(sent.reduce((sum, attempt) => sum + centsOf(attempt.amount), 0)),
    refused30Days: recent.length - sent.length,
    otherCases: others.items
      .filter((other) => other.id !== id && other.createdAt <= asOf)
      .map((other) => otherCase(other, asOf)),
  };
}

/** A case of the same sender in a list, as it was at `asOf`. */
export function otherCase(
  { id, ruleId, createdAt, atRisk, reviewedAt, outcome }: SuspiciousTransaction,
  asOf: string,
): OtherCase {
  const reviewed = reviewedAt !== null && reviewedAt <= asOf;
  return { id, ruleId, createdAt, atRisk, reviewed, outcome: reviewed ? outcome : null };
}

async function badgeNow(views: ViewStore, uid: string): Promise<KycBadge> {
  const { items } = await views.find(kycRequestsProjection, newestRequestOf(uid));
  return badgeOf(items[0]?.status);
}

/** The sender's checks are folded again, as the view was then. */
async function pastBadge(log: EncryptedEventLog, uid: string, then: Position): Promise<KycBadge> {
  const checks = new Map<string, KycRequest | null>();
  for await (const event of upTo(then, log.read<VerificationEvent>(senderStream(uid), { lazily: true })))
    for (const id of kycRequestsProjection.keys(event))
      checks.set(id, kycRequestsProjection.evolve(checks.get(id) ?? null, event, id));
  const latest = [...checks.values()].reduce(
    (one, other) => (other?.decides && other.createdAt >= (one?.createdAt ?? '') ? other : one),
    null,
  );
  return badgeOf(latest?.status);
}
