/** Opaque place of an event in the whole log. Text order is store order; positions are not contiguous. */
export type Position = string;

/** The actor that caused an event. `id` is a uid for users, otherwise the name of a component. */
export interface Actor {
  readonly kind: 'sender' | 'staff' | 'provider' | 'system';
  readonly id: string;
}

/** Metadata of every recorded event. `at` never decreases within a stream. */
export interface EventMetadata {
  readonly schemaVersion: number;
  readonly commandId: string;
  readonly $correlationId: string;
  readonly $causationId: string;
  readonly actor: Actor;
  readonly at: string;
}

/** An event of a feature: a past-tense type and its data. */
export interface DomainEvent<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Readonly<Data>;
}

/** An event as its stream holds it, personal fields decrypted. */
export type StreamEvent<E extends DomainEvent = DomainEvent> = E extends DomainEvent
  ? E & Readonly<{ id: string; stream: string; revision: bigint; metadata: EventMetadata }>
  : never;

/** With its place in the log, as deciders, projections and sagas get it. */
export type RecordedEvent<E extends DomainEvent = DomainEvent> = StreamEvent<E> &
  Readonly<{ position: Position }>;

/** The declaration of any event type, for the codec, the golden files and the catalog. */
export interface AnyEventDeclaration {
  readonly type: string;
  readonly schemaVersion: number;
  readonly summary: string;
  /** Fields (`recipient`, `changed.displayName`) encrypted with the data key of the uid that `subject` returns. */
  readonly personal?: readonly string[];
  readonly subject?: (data: never, stream: string) => string;
  /** Plain data with every field set, the source of this version's golden file. */
  readonly example: object;
  /**
   * Given for a decision that must survive a restore of an older log: names what it decides, within its stream. Of all that
   * decide the same, in either direction, the last one counts. null for one of this type that is no such decision.
   */
  readonly safety?: (data: never) => string | null;
  /** `upcasts[n]` turns decrypted data of version n into version n + 1. */
  readonly upcasts?: Readonly<Record<number, (data: never) => object>>;
}

/** The declaration of one event type, type-checked against its data. */
export interface EventDeclaration<E extends DomainEvent> extends AnyEventDeclaration {
  readonly type: E['type'];
  readonly personal?: readonly ((keyof E['data'] & string) | `${keyof E['data'] & string}.${string}`)[];
  readonly subject?: (data: E['data'], stream: string) => string;
  readonly safety?: (data: E['data']) => string | null;
  readonly example: E['data'];
}

/** Names the streams of one category: `senderStream(uid)` is `sender-{uid}`. */
export interface StreamCategory {
  (id: string): string;
  /** Prefix of its stream names, including the dash. */
  readonly prefix: string;
}

export function streamCategory(prefix: `${string}-`): StreamCategory {
  return Object.assign((id: string) => `${prefix}${id}`, { prefix });
}

/** `sender-7f…` → `7f…`: the part of a stream's name after the first dash. */
export const streamId = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
