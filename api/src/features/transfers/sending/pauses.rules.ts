import { LIFT_LAPSES_MS } from '../../../kernel/staff/standing.js';
import type { LiftPauses, Pause, PauseCause, PauseCauseKind } from '../../lifecycle/payment/pause.rules.js';
import type { DecideAgain } from '../../../event-sourcing/decider.js';
import type { DomainEvent } from '../../../event-sourcing/event.js';

export type SendingPaused = DomainEvent<'SendingPaused', PauseCause>;
export type SendingResumed = DomainEvent<'SendingResumed', PauseCause>;
/** A lead wants these causes to end; another lead agrees, or it lapses. */
export type ResumeRequested = DomainEvent<
  'ResumeRequested',
  { causeIds: readonly string[]; reason: string; by: string; uid: string; requestedAt: string }
>;
export type PauseEvent = SendingPaused | SendingResumed | ResumeRequested;
/** A cause that began or ended before a restore has undone that. */
export type PauseAgain = DecideAgain<SendingPaused | SendingResumed>;

/** A lead's request to end pauses, until another lead agrees or it lapses. */
interface ResumeRequest {
  readonly by: string;
  readonly atMs: number;
  readonly causeIds: readonly string[];
}

/** What keeps a sender from sending, folded from its stream. */
export interface Pauses {
  readonly causes: Map<string, PauseCauseKind>;
  request: ResumeRequest | null;
}

/** As JSON, in a snapshot. */
export interface SavedPauses {
  readonly causes: readonly (readonly [string, PauseCauseKind])[];
  readonly request: ResumeRequest | null;
}

export const noPauses = (): Pauses => ({ causes: new Map(), request: null });

export const savePauses = ({ causes, request }: Pauses): SavedPauses => ({ causes: [...causes], request });

export const restorePauses = ({ causes, request }: SavedPauses): Pauses => ({
  causes: new Map(causes),
  request,
});

interface Paused {
  readonly pauses: Pauses;
}

export function beginPause<State extends Paused>(state: State, data: SendingPaused['data']): State {
  const { pauses } = state;
  pauses.causes.set(data.causeId, data.cause);
  // Begun again, it is no longer what was asked to end.
  const causeIds = pauses.request?.causeIds.filter((one) => one !== data.causeId) ?? [];
  pauses.request = pauses.request && causeIds.length > 0 ? { ...pauses.request, causeIds } : null;
  return state;
}

/** One cause ends; a request that named others too still waits for them. */
export function endPause<State extends Paused>(state: State, { causeId }: SendingResumed['data']): State {
  const { pauses } = state;
  pauses.causes.delete(causeId);
  if (!pauses.request?.causeIds.some((one) => pauses.causes.has(one))) pauses.request = null;
  return state;
}

export function requestResume<State extends Paused>(state: State, data: ResumeRequested['data']): State {
  const { by, causeIds, requestedAt } = data;
  state.pauses.request = { by, causeIds, atMs: Date.parse(requestedAt) };
  return state;
}

/** A repeat records nothing; a lead's pause begins again when its end was asked for. */
export function decidePause(pause: Pause, at: string, pauses: Pauses): readonly PauseEvent[] {
  const { type, causeId, cause, reason, by, uid } = pause;
  const data = { causeId, cause, reason, by, uid };
  if (type === 'ResumeSending') return pauses.causes.has(causeId) ? [{ type: 'SendingResumed', data }] : [];
  const isLeaving = cause === 'lead' && (openRequest(pauses, at)?.causeIds ?? []).includes(causeId);
  if (pauses.causes.has(causeId) && !isLeaving) return [];
  return [{ type: 'SendingPaused', data }];
}

/** Each cause by itself; the agreement was given when it was decided. */
export function decidePauseAgain({ decision }: PauseAgain, { causes }: Pauses): readonly PauseEvent[] {
  const isWanted = decision.type === 'SendingPaused';
  return causes.has(decision.data.causeId) === isWanted ? [] : [decision];
}

/** Every cause that holds when it is asked for, and no later one: its reason was not known to who asked. */
export function decideLift(lift: LiftPauses, at: string, pauses: Pauses): readonly PauseEvent[] {
  const { uid, by, reason } = lift;
  const open = openRequest(pauses, at);
  const inForce = [...pauses.causes.keys()];
  if (inForce.length === 0) return [];
  if (open && open.by !== by) {
    const ended = [...pauses.causes].filter(([causeId]) => open.causeIds.includes(causeId));
    return ended.map(([causeId, cause]) => ({
      type: 'SendingResumed',
      data: { causeId, cause, reason, by, uid },
    }));
  }
  if (open && inForce.every((causeId) => open.causeIds.includes(causeId))) return [];
  return [{ type: 'ResumeRequested', data: { causeIds: inForce, reason, by, uid, requestedAt: at } }];
}

/** The request that another lead may still agree to. */
export function openRequest({ request }: Pauses, at: string): ResumeRequest | null {
  return request && Date.parse(at) - request.atMs < LIFT_LAPSES_MS ? request : null;
}
