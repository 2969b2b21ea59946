import { allowanceOf } from '../../kernel/money/allowance.js';
import { savedCardsOf } from '../../kernel/money/cards.js';
import type { SuspiciousTransaction } from '../../kernel/staff/compliance.js';
import { tierOf, WEEK_MS } from '../../kernel/money/limits.js';
import { maskHandle, maskText } from '../../kernel/text/masks.js';
import { meOf } from '../../kernel/people/me.js';
import { centsOf, formatAmount } from '../../kernel/money/money.js';
import type { Recipient } from '../../kernel/people/recipients.js';
import type {
  BasisDifference,
  CaseThen,
  HoldThen,
  ProfileThen,
  RefusalThen,
  SenderThen,
  TransferThen,
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
import { suspiciousTransactionsProjection } from '../review/cases/suspicious-transactions.projection.js';

/** What a view of a sender depends on besides the events. */
export interface ThenRules {
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

/** What the product showed about a sender, personal texts masked; null before the account. */
export function senderThen(fold: SenderFold, rules: ThenRules): SenderThen | null {
  const profile = profileOf(fold, rules);
  if (!profile) return null;
  return {
    profile,
    allowance: allowanceThen(fold, rules),
    transfers: newestFirst(fold.views.of(transactionsProjection).values())
      .filter(({ id }) => rules.lists(id))
      .map((transfer) => transferThen(transfer, fold)),
    refusals: fold.refusals.slice(-rules.refusalsLimit).toReversed().map(refusalOf),
    cards: cardsOf(fold, rules),
    recipients: newestFirst(fold.views.of(recipientsProjection).values()).map(maskedRecipient),
    cases: newestFirst(fold.views.of(suspiciousTransactionsProjection).values()).map((found) =>
      caseOf(found, rules.atMs),
    ),
    holds: holdsOf(fold),
  };
}

function profileOf(fold: SenderFold, { uid }: ThenRules): ProfileThen | null {
  const account = fold.views.of(accountsProjection).get(uid);
  if (!account) return null;
  const check = latestCheck(fold);
  const prefs = fold.views.of(userPrefsProjection).get(uid) ?? null;
  const me = meOf(uid, account, { prefs, latestCheck: check?.status });
  return {
    ...me,
    email: maskHandle(me.email),
    firstName: maskText(me.firstName),
    fullName: maskText(me.fullName),
    displayName: maskText(me.displayName),
    createdAt: account.createdAt,
    account: fold.isSuspended ? 'suspended' : 'active',
    sending: fold.pauses.size > 0 ? 'paused' : 'active',
    verificationStatus: check?.status ?? null,
    verificationSince: check?.updatedAt ?? null,
  };
}

function latestCheck(fold: SenderFold): KycRequest | undefined {
  return newestFirst(fold.views.of(kycRequestsProjection).values())[0];
}

function allowanceThen(
  fold: SenderFold,
  { atMs, verifiedWeeklyLimitCents }: Pick<ThenRules, 'atMs' | 'verifiedWeeklyLimitCents'>,
): Allowance {
  const counted = newestFirst(fold.views.of(transactionsProjection).values())
    .filter(({ released, createdAt }) => !released && Date.parse(createdAt) > atMs - WEEK_MS)
    .map(({ amount, createdAt }) => ({ amountCents: centsOf(amount), requestedAt: createdAt }))
    .reverse();
  const tier = tierOf(badgeOf(latestCheck(fold)?.status));
  return allowanceOf(tier, counted, verifiedWeeklyLimitCents);
}

function transferThen(transfer: Transaction, fold: SenderFold): TransferThen {
  const { life } = fold.factsOf(transfer.id);
  const { recipient, handle, note, payment, steps } = transfer;
  return {
    ...transfer,
    ...maskedRecipient({ recipient, handle }),
    ...(note !== undefined && { note: maskText(note) }),
    payment: payment && withoutBankPage(payment),
    steps: steps.map((step) => (step.words === undefined ? step : { ...step, words: maskText(step.words) })),
    payout: life.payout?.state ?? null,
    dispute: disputeOf(life),
    isHeld: life.holdCases.length > 0,
  };
}

/** Its address is enough to confirm the payment. */
function withoutBankPage({ actionUrl: _, ...payment }: NonNullable<Transaction['payment']>) {
  return payment;
}

function disputeOf({
  disputes,
  closedDisputes,
}: {
  readonly disputes: readonly unknown[];
  readonly closedDisputes: readonly string[];
}): TransferThen['dispute'] {
  if (disputes.length > 0) return 'open';
  return closedDisputes.length > 0 ? 'closed' : null;
}

function refusalOf(refused: SenderFold['refusals'][number]): RefusalThen {
  const { transferId: id, amountCents, platform, recipient, refusedAt: at, reason } = refused;
  return { id, platform, at, reason, amount: formatAmount(amountCents), recipient: maskText(recipient) };
}

function cardsOf(fold: SenderFold, { uid, atMs }: ThenRules): SenderThen['cards'] {
  const kept = fold.views.of(cardsProjection).get(uid);
  return kept ? savedCardsOf(kept, atMs) : [];
}

/** Name and handle of a recipient, under any of its names. */
function maskedRecipient<Named extends Partial<Recipient> & { readonly recipient?: string }>(
  named: Named,
): Named {
  return {
    ...named,
    ...(named.name !== undefined && { name: maskText(named.name) }),
    ...(named.recipient !== undefined && { recipient: maskText(named.recipient) }),
    ...(named.handle !== undefined && { handle: maskHandle(named.handle) }),
  };
}

function caseOf(found: SuspiciousTransaction, atMs: number): CaseThen {
  const { id, ruleId, status, outcome, createdAt, atRisk, snoozedUntil } = found;
  const isOver = status === 'snoozed' && Date.parse(snoozedUntil ?? '') <= atMs;
  return { id, ruleId, status: isOver ? 'open' : status, outcome, createdAt, atRisk };
}

function holdsOf({ holds }: SenderFold): HoldThen[] {
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
export function differencesOf(recorded: SenderThen | null, happened: SenderThen | null): BasisDifference[] {
  const transfers = new Map(happened?.transfers.map((transfer) => [transfer.id, transfer]));
  return [
    ...differing(null, valuesOf(recorded), valuesOf(happened)),
    ...(recorded?.transfers ?? []).flatMap((transfer) =>
      differing(transfer.id, wordsOf(transfer), wordsOf(transfers.get(transfer.id))),
    ),
  ];
}

type Values = Readonly<Record<string, string | null>>;

function valuesOf(then: SenderThen | null): Values {
  if (!then) return {};
  const { profile, allowance } = then;
  return {
    ...Object.fromEntries(PROFILE_FIELDS.map((field) => [field, profile[field]])),
    ...Object.fromEntries(ALLOWANCE_FIELDS.map((field) => [field, allowance[field]])),
  };
}

function wordsOf(transfer: TransferThen | undefined): Values {
  if (!transfer) return {};
  const { status, payment, payout, dispute } = transfer;
  return { status, payment: payment?.state ?? null, payout, dispute };
}

function differing(transferId: string | null, recorded: Values, happened: Values): BasisDifference[] {
  return Object.keys({ ...recorded, ...happened })
    .filter((field) => (recorded[field] ?? null) !== (happened[field] ?? null))
    .map((field) => ({
      ...{ transferId, field },
      recorded: recorded[field] ?? null,
      happened: happened[field] ?? null,
    }));
}
