import type { StreamEvent } from '../../../event-sourcing/event.js';
import { LONGEST_WINDOW_MS } from '../../../kernel/staff/rules.js';
import type { RuleAttempt } from '../../../kernel/staff/rule-conditions.js';
import type {
  SenderEvent,
  TransferRefused,
  TransferRequested,
} from '../../transfers/sending/transfer.decider.js';

/** What rules need of one sender's past: the attempts of the longest window, and every handle that was tried. */
export interface SenderAttempts {
  /** Oldest first. */
  readonly attempts: RuleAttempt[];
  /** Numbered by their blind indexes. */
  readonly handles: Map<string, number>;
}

export const noAttempts = (): SenderAttempts => ({ attempts: [], handles: new Map() });

/** Adds the attempt of an event and forgets those that no window reaches any more; null for any other event. */
export function addAttempt(
  past: SenderAttempts,
  event: StreamEvent<SenderEvent>,
  longestWindowMs = LONGEST_WINDOW_MS,
): RuleAttempt | null {
  if (!isAttempt(event)) return null;
  const attempt = attemptOf(event, past.handles);
  const { attempts } = past;
  const kept = attempts.findIndex(({ atMs }) => atMs >= attempt.atMs - longestWindowMs);
  attempts.splice(0, kept < 0 ? attempts.length : kept);
  attempts.push(attempt);
  return attempt;
}

type AttemptEvent = StreamEvent<TransferRequested> | StreamEvent<TransferRefused>;

export function isAttempt(event: StreamEvent<SenderEvent>): event is AttemptEvent {
  return event.type === 'TransferRequested' || event.type === 'TransferRefused';
}

function attemptOf(event: AttemptEvent, handles: Map<string, number>): RuleAttempt {
  const { transferId, amountCents, platform, tier, handleIndex, registeredAt } = event.data;
  const atMs = Date.parse(event.type === 'TransferRequested' ? event.data.requestedAt : event.data.refusedAt);
  const isFirstToHandle = handleIndex !== null && !handles.has(handleIndex);
  if (isFirstToHandle) handles.set(handleIndex, handles.size);
  return {
    transferId,
    amountCents,
    atMs,
    platform,
    tier,
    isFirstToHandle,
    refused: event.type === 'TransferRefused' ? event.data.reason : null,
    handle: handleIndex === null ? null : (handles.get(handleIndex) ?? null),
    accountAgeMs: registeredAt === null ? null : atMs - Date.parse(registeredAt),
  };
}
