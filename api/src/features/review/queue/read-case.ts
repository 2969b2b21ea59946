import { isoInstant, type Clock } from '../../../config/clock.js';
import type { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { streamId, type Position, type RecordedEvent } from '../../../event-sourcing/event.js';
import type { SuspiciousTransaction } from '../../../kernel/staff/compliance.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { caseStream, type CaseEvent } from '../cases/case-events.rules.js';
import { suspiciousTransactionsProjection } from '../cases/suspicious-transactions.projection.js';

/** Which case, for whom, and as of which position of the log; absent for now. */
export interface CaseRequest {
  readonly id: string;
  /** The member of staff who reads it. */
  readonly reader: string;
  readonly at?: string | undefined;
}

/** A case as of a position. */
export interface ReadCase {
  readonly events: readonly RecordedEvent<CaseEvent>[];
  readonly found: SuspiciousTransaction;
  readonly position: Position;
  /**
   * The instant of that position: now where nothing was recorded since; when the case as it was there was decided;
   * otherwise when the case last changed until then.
   */
  readonly asOf: string;
}

/** @throws not_found also for a case about the reader: any other response would confirm that it exists */
export async function readCase(
  log: EncryptedEventLog,
  clock: Clock,
  { id, reader, at }: CaseRequest,
): Promise<ReadCase> {
  // Read before everything else: later events are not on this page.
  const head = await log.head();
  const isNow = at === undefined || at >= head;
  const position = isNow ? head : at;
  const { events, decidedAt } = await eventsUpTo(position, log.read<CaseEvent>(caseStream(id)));
  let found: SuspiciousTransaction | null = null;
  for (const event of events)
    found = suspiciousTransactionsProjection.evolve(found, event, streamId(event.stream));
  const last = events.at(-1);
  if (!found || !last || found.uid === reader) throw new DomainError('not_found');
  const asOf = isNow ? isoInstant(clock.now()) : (decidedAt ?? last.metadata.at);
  return { events, found, position, asOf };
}

/** The events until a position, and when that was decided. */
async function eventsUpTo(position: Position, all: AsyncIterable<RecordedEvent<CaseEvent>>) {
  const events: RecordedEvent<CaseEvent>[] = [];
  let decidedAt: string | null = null;
  for await (const event of all)
    if (event.position <= position) events.push(event);
    else if (isDecisionOn(position, event)) decidedAt ??= event.metadata.at;
  return { events, decidedAt };
}

const isDecisionOn = (position: Position, { data }: CaseEvent): boolean =>
  'seen' in data && data.seen === position;
