import { fullNameOf } from '../../kernel/people/accounts.js';
import { streamId, type RecordedEvent, type StreamEvent } from '../../event-sourcing/event.js';
import { resultOf, type ByEvent } from '../../event-sourcing/evolve.js';
import type { AnyProjection, View } from '../../event-sourcing/projection.js';
import {
  count,
  emptyWeek,
  forgetUntil,
  release,
  usedCents,
  type CountedWeek,
} from '../../kernel/money/counted-week.js';
import { remainingCents, tierOf, weeklyLimitCents } from '../../kernel/money/limits.js';
import { formatAmount } from '../../kernel/money/money.js';
import type { ReplayChange, ReplayedTransfer, ReplayStep } from '../../kernel/staff/replay.js';
import type { Tier } from '../../kernel/money/transfers.js';
import { MAIL_CHOICES, type UserPrefs } from '../../kernel/people/preferences.js';
import { badgeOf } from '../../kernel/people/verification.js';
import { accountsProjection, type AccountDocument } from '../accounts/account/accounts.projection.js';
import {
  transferStream,
  type HoldPlaced,
  type HoldReleased,
  type LifecycleEvent,
} from '../lifecycle/state/lifecycle-events.rules.js';
import { userPrefsProjection } from '../preferences/user-prefs.projection.js';
import type { SenderEvent } from '../transfers/sending/transfer.decider.js';
import { transactionsProjection } from '../transfers/history/transactions.projection.js';
import { kycRequestsProjection } from '../verification/kyc-requests.projection.js';
import { FoldedViews } from './folded-views.js';
import { afterTransferEvent, noFacts, transferStateOf, type TransferFacts } from './transfer-state.rules.js';

/** What a replay depends on besides the events. */
export interface ReplayRules {
  /** The projections of the product: a replay folds the read models themselves, so it cannot differ from them. */
  readonly projections: readonly AnyProjection[];
  /** The weekly limit of verified senders in cents; null = none. */
  readonly verifiedWeeklyLimitCents: number | null;
  /** Of one transfer: every step has its state, and only these events are steps. Absent: every event is. */
  readonly only?: { readonly transferId: string; shows(event: RecordedEvent): boolean };
}

type State = ReplayStep['state'];

/** One person's documents by view, and what only the decisions know. */
interface History {
  readonly views: FoldedViews;
  readonly week: CountedWeek;
  /** The revision of each transfer's request, or of its charge that was found, by which the week counts it. */
  readonly requests: Map<string, number>;
  readonly pausedByCases: Set<string>;
  /** `{transfer} {case}` of every hold in force. */
  readonly holds: Set<string>;
  /** By transfer, like their states as last shown. */
  readonly transfers: Map<string, TransferFacts>;
  readonly transferStates: Map<string, State>;
  refused: number;
  lastRefusal: string | null;
  note: string | null;
}

/**
 * Folds a sender's whole history, in store order, into one step per event: the states after it and their changes. Pure.
 * Every field is what the product showed at the event's own instant. A field is null without a value (`remaining`:
 * without a limit) and absent while it is not recorded.
 */
export function replayOf(events: readonly RecordedEvent[], rules: ReplayRules): ReplayStep[] {
  const history: History = {
    views: new FoldedViews(rules.projections),
    week: emptyWeek(),
    requests: new Map(),
    pausedByCases: new Set(),
    holds: new Set(),
    transfers: new Map(),
    transferStates: new Map(),
    refused: 0,
    lastRefusal: null,
    note: null,
  };
  let before: State = {};
  return events.flatMap((event) => {
    history.views.apply(event);
    followTransfer(history, event);
    resultOf<History, Folded, unknown>(folds, history, event as RecordedEvent<Folded>);
    if (rules.only?.shows(event) === false) return [];
    const state = stateOf(history, Date.parse(event.metadata.at), rules);
    const change = changesOf(before, state);
    before = state;
    return [{ event: shown(event), transfer: transferAfter(history, event, rules), state, change }];
  });
}

function changesOf(before: State, after: State): ReplayChange[] {
  return Object.entries(after)
    .filter(([field, value]) => value !== before[field])
    .map(([field, value]) => ({ field, before: before[field] ?? null, after: value }));
}

function followTransfer({ transfers }: History, event: RecordedEvent): void {
  if (!event.stream.startsWith(transferStream.prefix)) return;
  const id = streamId(event.stream);
  transfers.set(
    id,
    afterTransferEvent(transfers.get(id) ?? noFacts(), event as RecordedEvent<LifecycleEvent>),
  );
}

/** The transfer that an event is about, or the one that is replayed. */
function transferAfter(
  history: History,
  event: RecordedEvent,
  { only }: ReplayRules,
): ReplayedTransfer | null {
  const id = only?.transferId ?? transferOf(event);
  const transfer = history.views.of(transactionsProjection).get(id ?? '');
  if (!transfer) return null;
  const state = transferStateOf(transfer, history.transfers.get(transfer.id) ?? noFacts());
  const change = changesOf(history.transferStates.get(transfer.id) ?? {}, state);
  history.transferStates.set(transfer.id, state);
  return { id: transfer.id, state, change };
}

function transferOf({ stream, data }: RecordedEvent): string | null {
  if (stream.startsWith(transferStream.prefix)) return streamId(stream);
  return 'transferId' in data && typeof data.transferId === 'string' ? data.transferId : null;
}

function shown(event: RecordedEvent): ReplayStep['event'] {
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

function stateOf(history: History, atMs: number, rules: ReplayRules): State {
  const { account, prefs, request } = newestOf(history);
  const verification = badgeOf(request?.status);
  return {
    ...(account && personOf(account)),
    verification,
    verificationStatus: request?.status ?? null,
    ...weekOf(history.week, atMs, { ...rules, tier: tierOf(verification) }),
    accepted: String(history.views.of(transactionsProjection).size),
    refused: String(history.refused),
    held: String(new Set([...history.holds].map((hold) => hold.split(' ')[0])).size),
    sending: history.pausedByCases.size > 0 ? 'paused' : 'active',
    lastRefusal: history.lastRefusal,
    note: history.note,
    ...preferredOf(account, prefs),
  };
}

/** Of the identity checks, the newest: a document keeps its place in the map when it changes. */
function newestOf(history: History) {
  const newest = <D extends object>(view: View<D>) => [...history.views.of(view).values()].at(-1);
  return {
    account: newest(accountsProjection),
    prefs: newest(userPrefsProjection),
    request: newest(kycRequestsProjection),
  };
}

function personOf(account: AccountDocument): State {
  const { email, emailConfirmed, roles } = account;
  return {
    account: 'registered',
    name: fullNameOf(account),
    email,
    emailConfirmed: yesOrNo(emailConfirmed),
    roles: [...new Set(roles)].join(', '),
  };
}

function weekOf(
  week: CountedWeek,
  atMs: number,
  { tier, verifiedWeeklyLimitCents }: ReplayRules & { readonly tier: Tier },
): State {
  const used = usedCents(week, atMs);
  const limit = weeklyLimitCents(tier, verifiedWeeklyLimitCents);
  const remaining = limit === null ? null : formatAmount(remainingCents(limit, used));
  return { tier, used: formatAmount(used), remaining };
}

function preferredOf(account: AccountDocument | undefined, prefs: UserPrefs | undefined): State {
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

type Folded = SenderEvent | HoldPlaced | HoldReleased;

const folds: Partial<ByEvent<History, Folded, unknown>> = {
  TransferRequested(history, { data, revision }) {
    const requestedAtMs = Date.parse(data.requestedAt);
    forgetUntil(history.week, requestedAtMs);
    release(history.week, Number(history.requests.get(data.transferId)));
    count(history.week, { revision: Number(revision), amountCents: data.amountCents, requestedAtMs });
    history.requests.set(data.transferId, Number(revision));
    history.note = data.note || null;
  },
  TransferRefused(history, { data }) {
    history.refused += 1;
    history.lastRefusal = data.reason;
  },
  AllowanceReleased: ({ week, requests }, { data }) => {
    release(week, Number(requests.get(data.transferId)));
  },
  StrayCounted({ week, requests }, { data, revision }) {
    const { transferId, amountCents, at } = data;
    count(week, { revision: Number(revision), amountCents, requestedAtMs: Date.parse(at) });
    requests.set(transferId, Number(revision));
  },
  StrayReleased: ({ week, requests }, { data }) => {
    release(week, Number(requests.get(data.transferId)));
  },
  HoldPlaced: ({ holds }, event) => void holds.add(holdIn(event)),
  HoldReleased: ({ holds }, event) => void holds.delete(holdIn(event)),
  SendingPaused: ({ pausedByCases }, { data }) => void pausedByCases.add(data.causeId),
  SendingResumed: ({ pausedByCases }, { data }) => void pausedByCases.delete(data.causeId),
};

const holdIn = ({ stream, data }: StreamEvent<HoldPlaced | HoldReleased>): string =>
  `${streamId(stream)} ${data.caseId}`;
