import type { DomainEvent, StreamEvent } from '../../../event-sourcing/event.js';
import { count, countedAt, release, type CountedWeek } from '../../../kernel/money/counted-week.js';

/** A charge of the sender's that the log has lost counts like the transfer it was made for (docs/adr/0024-stray-charges.md). */
export type StrayCounted = DomainEvent<
  'StrayCounted',
  {
    readonly transferId: string;
    readonly amountCents: number;
    /** Of the charge. */
    readonly at: string;
  }
>;
export type StrayReleased = DomainEvent<'StrayReleased', { readonly transferId: string }>;

/** The part of a sender's state that stray charges concern. */
export interface CountedStrays {
  readonly week: CountedWeek;
  /** Revision at which the stray charge of a transfer was counted, also once it no longer counts: it counts once. */
  readonly strays: Map<string, number>;
}

/** The state after a stray charge was counted. */
export function countStray<State extends CountedStrays>(
  state: State,
  { data, revision }: StreamEvent<StrayCounted> & { readonly revision: bigint },
): State {
  const { transferId, amountCents, at } = data;
  state.strays.set(transferId, Number(revision));
  count(state.week, { revision: Number(revision), amountCents, requestedAtMs: Date.parse(at) });
  return state;
}

/** The state once a stray charge no longer counts: its transfer does, or it was refunded. */
export function uncountStray<State extends CountedStrays>(state: State, transferId: string): State {
  const counted = state.strays.get(transferId);
  if (counted !== undefined) release(state.week, counted);
  return state;
}

/** What the charge of a transfer counts when its sender repeats the request, in cents: it is not used twice. */
export const ownStrayCents = (
  { transferId, at }: { readonly transferId: string; readonly at: string },
  { week, strays }: CountedStrays,
): number => countedAt(week, strays.get(transferId), Date.parse(at)).amountCents;
