import type { RecordedEvent } from '../event-sourcing/event.js';
import type { ReplayStep } from '../kernel/compliance.js';
import {
  remainingCents,
  UNVERIFIED_WEEKLY_LIMIT_CENTS,
  usedCentsAt,
  type CountedAmount,
} from '../kernel/limits.js';
import { formatAmount } from '../kernel/money.js';
import { badgeOf } from '../kernel/verification.js';
import type { AccountEvent } from '../accounts/account.decider.js';
import type { PreferencesEvent } from '../preferences/preferences.decider.js';
import type { SenderEvent } from '../transfers/transfer.decider.js';
import type { VerificationEvent } from '../verification/verification.decider.js';

type HistoryEvent = AccountEvent | PreferencesEvent | SenderEvent | VerificationEvent;

interface History {
  readonly fields: Map<string, string | null>;
  counted: (CountedAmount & { readonly transferId: string })[];
  accepted: number;
  refused: number;
}

/** The fields of every step, in order. */
const FIELDS = [
  'account',
  'name',
  'email',
  'emailConfirmed',
  'roles',
  'verification',
  'verificationStatus',
  'tier',
  'used',
  'remaining',
  'accepted',
  'refused',
  'sending',
  'lastRefusal',
  'note',
  'displayName',
  'locale',
  'emailOptIn',
] as const;

/**
 * Folds a sender's whole history, in store order, into one step per event: the state after it and its changes. Pure.
 * `remaining` is the remaining weekly limit at the event's own instant.
 */
export function replayOf(events: readonly RecordedEvent[]): readonly ReplayStep[] {
  const history: History = {
    fields: new Map(FIELDS.map((field) => [field, null])),
    counted: [],
    accepted: 0,
    refused: 0,
  };
  let before: Readonly<Record<string, string | null>> = Object.fromEntries(history.fields);
  return events.map((event) => {
    const fold = folds[event.type as HistoryEvent['type']] as
      ((history: History, event: RecordedEvent) => void) | undefined;
    fold?.(history, event);
    showLimits(history, Date.parse(event.metadata.at));
    const state: Readonly<Record<string, string | null>> = Object.fromEntries(history.fields);
    const change = Object.keys(state)
      .filter((field) => state[field] !== before[field])
      .map((field) => ({ field, before: before[field] ?? null, after: state[field] ?? null }));
    before = state;
    return { event: shown(event), state, change };
  });
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

function showLimits(history: History, atMs: number): void {
  const used = usedCentsAt(history.counted, atMs);
  const verified = history.fields.get('verification') === 'verified';
  history.fields.set('tier', verified ? 'verified' : 'unverified');
  history.fields.set('used', formatAmount(used));
  history.fields.set(
    'remaining',
    verified ? null : formatAmount(remainingCents(UNVERIFIED_WEEKLY_LIMIT_CENTS, used)),
  );
  history.fields.set('accepted', String(history.accepted));
  history.fields.set('refused', String(history.refused));
}

type Folds = {
  [Type in HistoryEvent['type']]?: (
    history: History,
    event: RecordedEvent<Extract<HistoryEvent, { type: Type }>>,
  ) => void;
};

const folds: Folds = {
  AccountRegistered({ fields }, { data }) {
    fields.set('account', 'registered');
    fields.set('name', `${data.firstName} ${data.lastName}`);
    fields.set('email', data.email);
    fields.set('emailConfirmed', 'no');
  },
  EmailConfirmed: ({ fields }) => void fields.set('emailConfirmed', 'yes'),
  RoleGranted({ fields }, { data }) {
    const roles = new Set((fields.get('roles') ?? '').split(', ').filter(Boolean)).add(data.role);
    fields.set('roles', [...roles].join(', '));
  },
  TransferRequested(history, { data }) {
    const { transferId, amountCents, requestedAt } = data;
    history.counted.push({ transferId, amountCents, requestedAtMs: Date.parse(requestedAt) });
    history.accepted += 1;
    history.fields.set('note', data.note || null);
  },
  TransferRefused(history, { data }) {
    history.refused += 1;
    history.fields.set('lastRefusal', data.reason);
  },
  AllowanceReleased(history, { data }) {
    history.counted = history.counted.filter((amount) => amount.transferId !== data.transferId);
  },
  KycSubmitted({ fields }) {
    fields.set('verificationStatus', 'submitted');
    fields.set('verification', badgeOf('submitted'));
  },
  KycStatusChanged({ fields }, { data }) {
    fields.set('verificationStatus', data.status);
    fields.set('verification', badgeOf(data.status));
  },
  PrefsUpdated({ fields }, { data: { changed } }) {
    if (changed.displayName !== undefined) fields.set('displayName', changed.displayName);
    if (changed.locale !== undefined) fields.set('locale', changed.locale);
    if (changed.emailOptIn !== undefined) fields.set('emailOptIn', changed.emailOptIn ? 'yes' : 'no');
  },
};
