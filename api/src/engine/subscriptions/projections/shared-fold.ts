import type { Position } from '../../../event-sourcing/event.js';
import type { Saga } from '../../../event-sourcing/saga.js';
import type { LogEntry } from '../../event-store/codec.js';
import { type EncryptedEventLog, Undecodable } from '../../event-store/encrypted-event-log.js';
import { BEGINNING } from '../../event-store/event-store.port.js';
import type { EventBatch } from '../shared-feed.js';

/** What all states of a saga share, as far as this process has folded it. */
export class SharedFold {
  private through: Position = BEGINNING;
  private folded: unknown;

  constructor(
    private readonly shared: Saga['shared'],
    private readonly log: EncryptedEventLog,
  ) {
    this.folded = shared?.initialState() ?? null;
  }

  /** What applies to an event that the saga handles now; undefined for a saga that shares nothing. */
  at(position: Position): unknown {
    return this.shared?.at(this.folded, position);
  }

  /** Folds everything up to `position`. @throws Undecodable: without the event, the later ones cannot be folded */
  async readTo(position: Position): Promise<void> {
    const { shared } = this;
    if (!shared || this.through >= position) return;
    const reading = new AbortController();
    const { signal } = reading;
    try {
      for await (const page of this.log.follow({ after: this.through, prefixes: shared.prefixes, signal })) {
        for (const entry of page.events) this.fold(entry);
        this.through = page.through;
        if (page.live || page.through >= position) break;
      }
    } finally {
      reading.abort();
    }
    if (position > this.through) this.through = position;
  }

  /** Folds what is shared of a batch; returns the events that the saga handles. @throws Undecodable */
  take({ events, through }: EventBatch): readonly LogEntry[] {
    const { shared } = this;
    if (!shared) return events;
    const isShared = ({ stored }: LogEntry) =>
      shared.prefixes.some((prefix) => stored.stream.startsWith(prefix));
    for (const entry of events) if (isShared(entry)) this.fold(entry);
    if (through > this.through) this.through = through;
    return events.filter((entry) => !isShared(entry));
  }

  private fold(entry: LogEntry): void {
    const { shared } = this;
    if (!shared || entry.stored.position <= this.through) return;
    if ('undecodable' in entry) throw new Undecodable(entry.undecodable, entry.stored);
    this.folded = shared.evolve(this.folded, entry.event);
  }
}
