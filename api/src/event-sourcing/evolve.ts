import type { DomainEvent, StreamEvent } from './event.js';

/** One function per event type, each typed by its event. */
export type ByEvent<State, Event extends DomainEvent, Result = State> = {
  readonly [Type in Event['type']]: (
    state: State,
    event: StreamEvent<Extract<Event, { readonly type: Type }>>,
  ) => Result;
};

/** The table's result for an event; undefined for one of another type. */
export function resultOf<State, Event extends DomainEvent, Result>(
  table: Partial<ByEvent<State, Event, Result>>,
  state: State,
  event: StreamEvent<Event>,
): Result | undefined {
  // The one place that trusts an event's type to tell its data.
  return table[event.type as Event['type']]?.(state, event as never);
}

/** An `evolve` from a table that has every event of the union; others of the same stream leave the state as it is. */
export function evolveBy<State, Event extends DomainEvent>(table: ByEvent<State, Event>) {
  return (state: State, event: StreamEvent<Event>): State => {
    const next = resultOf(table, state, event);
    return next === undefined ? state : next;
  };
}
