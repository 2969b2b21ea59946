import type { DomainEvent, RecordedEvent } from './event.js';

/** Everyone with one of these roles, except the user whom the change is about; null where that is unknown. */
export interface StaffAudience {
  readonly roles: readonly string[];
  readonly exceptUid: string | null;
}

/** A change in what one user or some staff read. */
export interface Announcement<To = { readonly uid: string } | StaffAudience> {
  readonly to: To;
  readonly topics: readonly string[];
}

/** Which events of a feature change what on a screen: pure, next to the projections that show it. */
export interface LiveTopics<Event extends DomainEvent = DomainEvent> {
  readonly name: string;
  /** Prefixes of the streams it reads, with the dash: `sender-`. */
  readonly prefixes: readonly string[];
  /** Null for an event that changes nothing on a screen. */
  announce(event: RecordedEvent<Event>): Announcement | null;
}
