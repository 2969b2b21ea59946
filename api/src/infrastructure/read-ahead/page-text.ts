import type { Position } from '../../event-sourcing/event.js';
import type { FollowedPage } from '../event-store/event-store.port.js';
import type { OpenedEvent } from '../event-store/opening.js';

/** A page on its way between two threads: as text it is handed over far faster than as objects. */
export interface PageText {
  readonly through: Position;
  readonly events: string;
}

/** JSON has no bigint; revisions of an embedded log are far below what a number holds exactly. */
type PlainEvent = Omit<OpenedEvent, 'revision'> & { revision: number | bigint };

/** The page as one text. */
export function pageText(through: Position, events: readonly OpenedEvent[]): PageText {
  const plain = events.map((event): PlainEvent => ({ ...event, revision: Number(event.revision) }));
  return { through, events: JSON.stringify(plain) };
}

/** The page that the text was made of; it lies behind the head. */
export function pageOf({ through, events }: PageText): FollowedPage<OpenedEvent> {
  const plain = JSON.parse(events) as PlainEvent[];
  for (const event of plain) event.revision = BigInt(event.revision);
  return { through, live: false, events: plain as OpenedEvent[] };
}
