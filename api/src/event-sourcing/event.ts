/** Opaque place of an event in the whole log. Compared as text, text order is store order, never contiguous. */
export type Position = string;

/** Who caused an event. `id` is a uid for people, else the name of the program part. */
export interface Actor {
  readonly kind: 'sender' | 'staff' | 'provider' | 'system';
  readonly id: string;
}

/** What every recorded event carries beside its data. `at` never lies before its predecessor in the stream. */
export interface EventMetadata {
  readonly schemaVersion: number;
  readonly commandId: string;
  readonly $correlationId: string;
  readonly $causationId: string;
  readonly actor: Actor;
  readonly at: string;
}

/** One fact of a feature: a past-tense type and its data. */
export interface DomainEvent<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Readonly<Data>;
}

/** A fact with its place in the log, as deciders, projections and sagas see it: personal fields opened. */
export type RecordedEvent<E extends DomainEvent = DomainEvent> = E extends DomainEvent
  ? E &
      Readonly<{ id: string; stream: string; revision: bigint; position: Position; metadata: EventMetadata }>
  : never;

/** What the codec, the golden files and the catalogue know of any event type. */
export interface AnyEventDeclaration {
  readonly type: string;
  readonly schemaVersion: number;
  readonly summary: string;
  /** Fields (`recipient`, `changed.displayName`) sealed under the key of the uid that `subject` finds elsewhere. */
  readonly personal?: readonly string[];
  readonly subject?: (data: never, stream: string) => string;
  /** Plain data with every field set: the golden file of this version is made from it. */
  readonly example: object;
  /** `upcasts[n]` turns opened data of version n into version n + 1. */
  readonly upcasts?: Readonly<Record<number, (data: never) => object>>;
}

/** The declaration of one event type, held against its data. */
export interface EventDeclaration<E extends DomainEvent> extends AnyEventDeclaration {
  readonly type: E['type'];
  readonly personal?: readonly ((keyof E['data'] & string) | `${keyof E['data'] & string}.${string}`)[];
  readonly subject?: (data: E['data'], stream: string) => string;
  readonly example: E['data'];
}

/** Names the streams of one category: `senderStream(uid)` is `sender-{uid}`. */
export interface StreamCategory {
  (id: string): string;
  /** How the names of its streams begin, up to and including the dash. */
  readonly prefix: string;
}

export function streamCategory(prefix: `${string}-`): StreamCategory {
  return Object.assign((id: string) => `${prefix}${id}`, { prefix });
}

/** `sender-7f…` → `7f…`: the part of a stream's name after the first dash. */
export const streamId = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
