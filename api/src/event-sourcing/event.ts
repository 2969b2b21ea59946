/** Opaque place of an event in the whole log. Compared as text, text order is store order, never contiguous. */
export type Position = string;

/** Who caused an event. `id` is a uid for people, else the name of the program part. */
export interface Actor {
  readonly kind: 'sender' | 'staff' | 'provider' | 'system';
  readonly id: string;
}

/** What every recorded event carries beside its data (architecture §3). */
export interface EventMetadata {
  readonly schemaVersion: number;
  readonly commandId: string;
  readonly $correlationId: string;
  readonly $causationId: string;
  readonly actor: Actor;
  /** When it was decided: ISO-8601 UTC with milliseconds, never before its predecessor in the stream. */
  readonly at: string;
}

/** One fact of a feature: a past-tense type and its data. */
export interface DomainEvent<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Readonly<Data>;
}

/** A fact with its place in the log, as deciders, projections and sagas see it: personal fields opened. */
export type RecordedEvent<E extends DomainEvent = DomainEvent> = E extends DomainEvent
  ? E & {
      readonly id: string;
      readonly stream: string;
      readonly revision: bigint;
      readonly position: Position;
      readonly metadata: EventMetadata;
    }
  : never;

/**
 * What the codec and the generated catalogue must know of an event type.
 * `personal` fields are sealed under the key of the person that `subject` names.
 */
export interface EventDeclaration<E extends DomainEvent = DomainEvent> {
  readonly type: E['type'];
  readonly schemaVersion: number;
  /** One sentence for the catalogue in docs/events.md. */
  readonly summary: string;
  readonly personal?: readonly (keyof E['data'] & string)[];
  /** uid of the person whose key seals the personal fields; needed when `personal` is. */
  readonly subject?: (data: E['data'], stream: string) => string;
}

/** `sender-7f…` → `7f…`: what stands behind the first dash of a stream's name. */
export function streamId(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1);
}
