import { isoInstant } from '../../config/clock.js';
import { allowanceOf, countedOf } from '../../kernel/money/allowance.js';
import { savedCardsOf } from '../../kernel/money/cards.js';
import type { SuspiciousTransaction } from '../../kernel/staff/compliance.js';
import { tierOf, WEEK_MS } from '../../kernel/money/limits.js';
import { meOf } from '../../kernel/people/me.js';
import { formatAmount } from '../../kernel/money/money.js';
import type {
  BasisDifference,
  PastCase,
  PastHold,
  PastProfile,
  PastRefusal,
  PastSender,
  PastTransfer,
} from '../../kernel/staff/sender-at.js';
import type { Allowance, Transaction } from '../../kernel/money/transfers.js';
import { badgeOf, type KycRequest } from '../../kernel/people/verification.js';
import { accountsProjection } from '../accounts/account/accounts.projection.js';
import { cardsProjection } from '../payments/cards/cards.projection.js';
import { userPrefsProjection } from '../preferences/user-prefs.projection.js';
import { recipientsProjection } from '../recipients/recipients.projection.js';
import { transactionsProjection } from '../transfers/history/transactions.projection.js';
import { kycRequestsProjection } from '../verification/kyc-requests.projection.js';
import type { SenderFold } from './sender-fold.js';
import { disputeOf } from './transfer-state.rules.js';
import { suspiciousTransactionsProjection } from '../review/cases/suspicious-transactions.projection.js';

/** The dependencies of a view of a sender besides the events. */
export interface PastRules {
  readonly uid: string;
  /** The clock of the view. */
  readonly atMs: number;
  /** The weekly limit of verified senders in cents; null = none. */
  readonly verifiedWeeklyLimitCents: number | null;
  /** Which transfers are listed: those with events that were read. */
  readonly lists: (transferId: string) => boolean;
  /** Most refused attempts that are listed, the newest. */
  readonly refusalsLimit: number;
}

/** What the product showed about a sender; null before the account. */
export function pastSender(fold: SenderFold, rules: PastRules): PastSender | null {
  const profile = profileOf(fold, rules);
  if (!profile) return null;
  return {
    profile,
    allowance: pastAllowance(fold, rules),
    transfers: newestFirst(fold.views.of(transactionsProjection).values())
      .filter(({ id }) => rules.lists(id))
      .map((transfer) => pastTransfer(transfer, fold)),
    refusals: fold.refusals.toReversed().slice(0, rules.refusalsLimit).map(refusalOf),
    cards: cardsOf(fold, rules),
    recipients: newestFirst(fold.views.of(recipientsProjection).values()),
    cases: newestFirst(fold.views.of(suspiciousTransactionsProjection).values()).map((found) =>
      caseOf(found, rules.atMs),
    ),
    holds: holdsOf(fold),
  };
}

function profileOf(fold: SenderFold, { uid }: PastRules): PastProfile | null {
  const account = fold.views.of(accountsProjection).get(uid);
  if (!account) return null;
  const check = latestCheck(fold);
  const prefs = fold.views.of(userPrefsProjection).get(uid) ?? null;
  return {
    ...meOf(uid, account, { prefs, latestCheck: check?.status }),
    createdAt: account.createdAt,
    account: fold.account,
    legalHold: fold.states.has('legal_hold'),
    sending: fold.pauses.size > 0 ? 'paused' : 'active',
    verificationStatus: check?.status ?? null,
    verificationSince: check?.updatedAt ?? null,
  };
}

/** Of the identity checks that decide, the newest. */
export function latestCheck(fold: SenderFold): KycRequest | undefined {
  return newestFirst(fold.views.of(kycRequestsProjection).values()).find(({ decides }) => decides);
}

/** What the sender could still send: charges that the log has lost count like transfers. */
export function pastAllowance(
  fold: SenderFold,
  { atMs, verifiedWeeklyLimitCents }: Pick<PastRules, 'atMs' | 'verifiedWeeklyLimitCents'>,
): Allowance {
  const from = isoInstant(atMs - WEEK_MS);
  const sent = [...fold.views.of(transactionsProjection).values()]
    .filter(({ released, createdAt }) => !released && createdAt > from)
    .map(countedOf);
  const strays = [...fold.strays.values()].filter(({ requestedAt }) => requestedAt > from);
  const counted = [...sent, ...strays].sort((one, other) => (one.requestedAt < other.requestedAt ? -1 : 1));
  return allowanceOf(tierOf(badgeOf(latestCheck(fold)?.status)), counted, verifiedWeeklyLimitCents);
}

function pastTransfer(transfer: Transaction, fold: SenderFold): PastTransfer {
  const { lifecycle } = fold.factsOf(transfer.id);
  return {
    ...transfer,
    payment: transfer.payment && withoutBankPage(transfer.payment),
    payout: lifecycle.payout?.state ?? null,
    dispute: disputeOf(lifecycle),
    isHeld: lifecycle.holdCases.length > 0,
  };
}

/** Its address is enough to confirm the payment. */
function withoutBankPage({ actionUrl: _, ...payment }: NonNullable<Transaction['payment']>) {
  return payment;
}

function refusalOf(refused: SenderFold['refusals'][number]): PastRefusal {
  const { transferId: id, amountCents, platform, recipient, refusedAt: at, reason } = refused;
  return { id, platform, at, reason, amount: formatAmount(amountCents), recipient };
}

function cardsOf(fold: SenderFold, { uid, atMs }: PastRules): PastSender['cards'] {
  const kept = fold.views.of(cardsProjection).get(uid);
  return kept ? savedCardsOf(kept, atMs) : [];
}

function caseOf(found: SuspiciousTransaction, atMs: number): PastCase {
  const { id, ruleId, status, openedAgain, assignee, outcome, createdAt, atRisk, snoozedUntil } = found;
  const isOver = status === 'snoozed' && Date.parse(snoozedUntil ?? '') <= atMs;
  const facts = { id, ruleId, openedAgain, assignee, outcome, createdAt, atRisk };
  return { ...facts, status: isOver ? 'open' : status };
}

function holdsOf({ holds }: SenderFold): PastHold[] {
  return [...holds].map(([hold, since]) => {
    const [transferId = '', caseId = ''] = hold.split(' ');
    return { transferId, caseId, since };
  });
}

/** In the order of the lists of the views: by time, then by id. */
function newestFirst<Document extends { readonly id: string; readonly createdAt: string }>(
  documents: Iterable<Document>,
): Document[] {
  const keyOf = ({ createdAt, id }: Document): string => `${createdAt} ${id}`;
  return [...documents].sort((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1));
}

const PROFILE_FIELDS = ['verification', 'verificationStatus', 'account', 'sending'] as const;
const ALLOWANCE_FIELDS = ['tier', 'weeklyLimit', 'used', 'remaining'] as const;

/** Every value that is another one when the history is read on the other basis. */
export function differencesOf(recorded: PastSender | null, happened: PastSender | null): BasisDifference[] {
  const transfers = new Map(happened?.transfers.map((transfer) => [transfer.id, transfer]));
  return [
    ...differing(null, valuesOf(recorded), valuesOf(happened)),
    ...(recorded?.transfers ?? []).flatMap((transfer) =>
      differing(transfer.id, wordsOf(transfer), wordsOf(transfers.get(transfer.id))),
    ),
  ];
}

type Values = Readonly<Record<string, string | null>>;

function valuesOf(then: PastSender | null): Values {
  if (!then) return {};
  const { profile, allowance } = then;
  return {
    ...Object.fromEntries(PROFILE_FIELDS.map((field) => [field, profile[field]])),
    ...Object.fromEntries(ALLOWANCE_FIELDS.map((field) => [field, allowance[field]])),
  };
}

function wordsOf(transfer: PastTransfer | undefined): Values {
  if (!transfer) return {};
  const { status, payment, payout, dispute } = transfer;
  return { status, payment: payment?.state ?? null, payout, dispute };
}

function differing(transferId: string | null, recorded: Values, happened: Values): BasisDifference[] {
  return Object.keys({ ...recorded, ...happened })
    .filter((field) => (recorded[field] ?? null) !== (happened[field] ?? null))
    .map((field) => ({
      transferId,
      field,
      recorded: recorded[field] ?? null,
      happened: happened[field] ?? null,
    }));
}
