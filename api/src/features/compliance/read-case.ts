import { isoInstant, type Clock } from '../../config/clock.js';
import type { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import { streamId, type Position, type RecordedEvent } from '../../event-sourcing/event.js';
import type { SuspiciousTransaction } from '../../kernel/compliance.js';
import { DomainError } from '../../kernel/domain-error.js';
import { caseStream, type CaseEvent } from './case-events.rules.js';
import { upTo } from './case-payment.js';
import { suspiciousTransactionsProjection } from './suspicious-transactions.projection.js';

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
  /** The instant of that position: now, or when the case last changed until then. */
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
  const position = at === undefined || at > head ? head : at;
  const events: RecordedEvent<CaseEvent>[] = [];
  let found: SuspiciousTransaction | null = null;
  for await (const event of upTo(position, log.read<CaseEvent>(caseStream(id)))) {
    events.push(event);
    found = suspiciousTransactionsProjection.evolve(found, event, streamId(event.stream));
  }
  const last = events.at(-1);
  if (!found || !last || found.uid === reader) throw new DomainError('not_found');
  const asOf = at === undefined ? isoInstant(clock.now()) : last.metadata.at;
  return { events, found, position, asOf };
}
