import type { Decider, DecidedCommand } from '../../api/src/event-sourcing/decider.js';
import type { DomainEvent, RecordedEvent } from '../../api/src/event-sourcing/event.js';

/** Builds a recorded event for tests: revision and position follow from `index`; `place` overrides any part. */
export function recorded<E extends DomainEvent>(
  event: E,
  index = 0,
  place: { stream?: string; at?: string; id?: string } = {},
): RecordedEvent<E> {
  const { stream = 'test-1', at = '2026-01-01T00:00:00.000Z' } = place;
  const id = place.id ?? `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`;
  const actor = { kind: 'system', id: 'test' };
  const metadata = { schemaVersion: 1, commandId: id, $correlationId: id, $causationId: id, actor, at };
  const position = String(index).padStart(20, '0');
  return { ...event, id, stream, revision: BigInt(index), position, metadata } as unknown as RecordedEvent<E>;
}

/** A decider test: given events, when a command, then events or the thrown refusal. */
export function specificationOf<S, C extends DecidedCommand, E extends DomainEvent>(
  decider: Decider<S, C, E>,
) {
  const fold = (facts: readonly E[]) =>
    facts.reduce((state, fact, i) => decider.evolve(state, recorded(fact, i)), decider.initialState());
  return (...facts: readonly E[]) => ({
    when: (command: C) => ({
      then: (...expected: readonly E[]) => {
        expect(decider.decide(command, fold(facts))).toEqual(expected);
      },
      thenRefused: (code: string, params?: object) => {
        const refusal = expect.objectContaining(params ? { code, params } : { code }) as Error;
        expect(() => decider.decide(command, fold(facts))).toThrow(refusal);
      },
    }),
  });
}
