import type { Position, RecordedEvent } from '../../event-sourcing/event.js';
import { streamId } from '../../event-sourcing/event.js';
import { fullNameOf } from '../../kernel/people/accounts.js';
import { MAIL_CHOICES, type UserPrefs } from '../../kernel/people/preferences.js';
import { badgeOf } from '../../kernel/people/verification.js';
import type { ReplayChange, ReplayedTransfer, ReplayState, ReplayStep } from '../../kernel/staff/replay.js';
import { accountsProjection, type AccountDocument } from '../accounts/account/accounts.projection.js';
import { transferStream } from '../lifecycle/state/lifecycle-events.rules.js';
import { userPrefsProjection } from '../preferences/user-prefs.projection.js';
import { transactionsProjection } from '../transfers/history/transactions.projection.js';
import { SenderFold } from './sender-fold.js';
import { pastAllowance, latestCheck } from './past-sender.js';
import { transferStateOf } from './transfer-state.rules.js';

/** The dependencies of a replay besides the events. */
export interface ReplayRules {
  readonly uid: string;
  /** The weekly limit of verified senders in cents; null = none. */
  readonly verifiedWeeklyLimitCents: number | null;
  /** The transfer that every step has the state of; null: that of its own event. */
  readonly transferId: string | null;
  /** Which events are steps. */
  readonly isStep: (event: RecordedEvent) => boolean;
}

/** Which steps: the last ones, or with `before` the last ones before that position. */
export interface StepsWanted {
  readonly before: Position | null;
  readonly limit: number;
}

/** Some steps of a replay, oldest first. */
export interface StepsPage {
  readonly steps: readonly ReplayStep[];
  /** How many steps there are in all, and before these. */
  readonly count: number;
  readonly left: number;
  /** Of all events. */
  readonly fold: SenderFold;
}

/**
 * Folds a sender's whole history, in store order, into a step per event: what the time machine shows at its instant, in
 * words, and what that changed. A field is null without a value (`remaining`: without a limit) and absent while it is not
 * recorded.
 */
export function replaySteps(
  events: readonly RecordedEvent[],
  rules: ReplayRules,
  { before, limit }: StepsWanted,
): StepsPage {
  const shown = events.filter(rules.isStep);
  const end = before === null ? shown.length : shown.filter(({ position }) => position < before).length;
  const left = Math.max(end - limit, 0);
  // The changes of the first one are those since the one before it.
  const wanted = new Set(shown.slice(Math.max(left - 1, 0), end));
  const fold = new SenderFold();
  const steps: ReplayStep[] = [];
  for (const event of events) {
    if (wanted.has(event)) steps.push(stepOf(event, fold, { rules, last: steps.at(-1)?.state ?? {} }));
    else fold.apply(event);
  }
  return { steps: steps.slice(left > 0 ? 1 : 0), count: shown.length, left, fold };
}

/** Applies an event. */
function stepOf(
  event: RecordedEvent,
  fold: SenderFold,
  { rules, last }: { readonly rules: ReplayRules; readonly last: ReplayState },
): ReplayStep {
  const id = rules.transferId ?? transferOf(event) ?? '';
  const transferBefore = transferState(id, fold);
  const atMs = Date.parse(event.metadata.at);
  const earlier = senderState(fold, atMs, rules);
  fold.apply(event);
  const state = senderState(fold, atMs, rules);
  return {
    event: shownEvent(event),
    transfer: transferAfter(id, { before: transferBefore, after: transferState(id, fold) }),
    state,
    change: changesOf(last, state).map((change) => withEarlier(change, { last, earlier })),
  };
}

/** Marks a change that the event did not make. */
function withEarlier(
  change: ReplayChange,
  { last, earlier }: { readonly last: ReplayState; readonly earlier: ReplayState },
): ReplayChange {
  const { field, after } = change;
  return field in last && earlier[field] === after ? { ...change, isEarlier: true } : change;
}

function changesOf(before: ReplayState, after: ReplayState): ReplayChange[] {
  return Object.entries(after)
    .filter(([field, value]) => value !== before[field])
    .map(([field, value]) => ({ field, before: before[field] ?? null, after: value }));
}

function transferAfter(
  id: string,
  { before, after }: { readonly before: ReplayState | null; readonly after: ReplayState | null },
): ReplayedTransfer | null {
  return after && { id, state: after, change: changesOf(before ?? {}, after) };
}

function transferState(id: string, fold: SenderFold): ReplayState | null {
  const transfer = fold.views.of(transactionsProjection).get(id);
  return transfer ? transferStateOf(transfer, fold.factsOf(id)) : null;
}

function transferOf({ stream, data }: RecordedEvent): string | null {
  if (stream.startsWith(transferStream.prefix)) return streamId(stream);
  return 'transferId' in data && typeof data.transferId === 'string' ? data.transferId : null;
}

function shownEvent(event: RecordedEvent): ReplayStep['event'] {
  return {
    type: event.type,
    id: event.id,
    stream: event.stream,
    revision: String(event.revision),
    position: event.position,
    at: event.metadata.at,
    actor: event.metadata.actor,
    correlationId: event.metadata.$correlationId,
    data: event.data as Readonly<Record<string, unknown>>,
  };
}

function senderState(fold: SenderFold, atMs: number, rules: ReplayRules): ReplayState {
  const account = fold.views.of(accountsProjection).get(rules.uid);
  const status = latestCheck(fold)?.status;
  const transfers = [...fold.views.of(transactionsProjection).values()];
  const { tier, used, remaining } = pastAllowance(fold, { ...rules, atMs });
  return {
    ...(account && personOf(account, fold)),
    verification: badgeOf(status),
    verificationStatus: status ?? null,
    tier,
    used,
    remaining,
    accepted: String(transfers.length),
    refused: String(fold.refusals.length),
    held: String(new Set([...fold.holds.keys()].map((hold) => hold.split(' ')[0])).size),
    sending: fold.pauses.size > 0 ? 'paused' : 'active',
    lastRefusal: fold.refusals.at(-1)?.reason ?? null,
    note: transfers.at(-1)?.note ?? null,
    ...preferredOf(account, fold.views.of(userPrefsProjection).get(rules.uid)),
  };
}

function personOf(account: AccountDocument, fold: SenderFold): ReplayState {
  const { email, emailConfirmed, roles } = account;
  return {
    account: fold.account === 'active' ? 'registered' : fold.account,
    legalHold: yesOrNo(fold.states.has('legal_hold')),
    name: fullNameOf(account),
    email,
    emailConfirmed: yesOrNo(emailConfirmed),
    roles: [...new Set(roles)].join(', '),
  };
}

function preferredOf(account: AccountDocument | undefined, prefs: UserPrefs | undefined): ReplayState {
  const locale = prefs?.locale ?? account?.locale;
  return {
    displayName: prefs?.displayName ?? null,
    ...(locale && { locale }),
    emailOptIn: yesOrNo(prefs?.emailOptIn === true),
    emailKinds: prefs ? mailKindsOf(prefs) : null,
  };
}

/** The important emails that a sender gets. */
function mailKindsOf(prefs: UserPrefs): string | null {
  const kinds = prefs.emailOptIn ? MAIL_CHOICES.filter((choice) => prefs[choice]) : [];
  return kinds.join(', ') || null;
}

function yesOrNo(yes: boolean): string {
  return yes ? 'yes' : 'no';
}
