import type { RecordedEvent } from '../../../event-sourcing/event.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { maskFields } from '../../../kernel/text/masks.js';
import type { CaseEvent } from '../../review/cases/case-events.rules.js';
import { transferStream } from '../../lifecycle/state/lifecycle-events.rules.js';

/** Most events of the sender that are searched for what belongs to a case, newest first. */
const SENDER_EVENTS_LIMIT = 10_000;
/** Most transfers with events in a file. */
const TRANSFERS_LIMIT = 100;

/** A recorded event of a case, of an attempt behind it or of its payment. */
export interface CaseFact {
  readonly stream: string;
  readonly revision: string;
  readonly position: string;
  readonly type: string;
  readonly at: string;
  readonly by: { readonly kind: string; readonly id: string };
  /** Texts of the sender masked; what staff wrote about the case as it is. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Everything recorded of a case. */
export interface CaseRecord {
  /** The sender. */
  readonly uid: string;
  /** Of the case's stream. */
  readonly events: readonly RecordedEvent<CaseEvent>[];
  /** All of it in the order of the log, masked. */
  readonly facts: readonly CaseFact[];
}

/** Collects what the log has of a case: its own events, the attempts behind it, their payments, and pauses for its sake. */
export async function readCaseRecord(
  log: EncryptedEventLog,
  caseId: string,
  asOf: string | undefined,
): Promise<CaseRecord | null> {
  const isKnown = ({ position }: RecordedEvent) => asOf === undefined || position <= asOf;
  const events = (await all(log.read<CaseEvent>(`case-${caseId}`))).filter(isKnown);
  const [first] = events;
  if (!first) return null;
  const attempts = new Set(events.flatMap(attemptsOf));
  const sender = await all(
    log.read(`sender-${first.data.uid}`, { backwards: true, limit: SENDER_EVENTS_LIMIT }),
  );
  const behind = sender.filter((event) => isKnown(event) && isBehind(event, attempts, caseId));
  const sent = behind.filter(({ type }) => type === 'TransferRequested').slice(0, TRANSFERS_LIMIT);
  const payments = await Promise.all(
    sent.map(async ({ data }) => all(log.read(transferStream(String(fieldOf(data, 'transferId')))))),
  );
  const recorded: readonly RecordedEvent[] = [...events, ...behind, ...payments.flat().filter(isKnown)];
  const facts = recorded
    .toSorted((one, other) => (one.position < other.position ? -1 : 1))
    .map((event) => factOf(event, log.declarations.get(event.type)?.personal ?? []));
  return { uid: first.data.uid, events, facts };
}

function factOf(event: RecordedEvent, personal: readonly string[]): CaseFact {
  const { stream, revision, position, type, metadata } = event;
  const data = { ...event.data };
  return {
    stream,
    revision: String(revision),
    position,
    type,
    at: metadata.at,
    by: metadata.actor,
    data: stream.startsWith('case-') ? data : maskFields(data, personal),
  };
}

function attemptsOf(event: RecordedEvent<CaseEvent>): readonly string[] {
  return 'transactions' in event.data ? event.data.transactions.map(({ transferId }) => transferId) : [];
}

function isBehind({ data }: RecordedEvent, attempts: ReadonlySet<string>, caseId: string): boolean {
  return attempts.has(String(fieldOf(data, 'transferId'))) || fieldOf(data, 'causeId') === caseId;
}

function fieldOf(data: object, name: string): unknown {
  return (data as Readonly<Record<string, unknown>>)[name];
}

async function all<Event extends RecordedEvent>(events: AsyncIterable<Event>): Promise<Event[]> {
  const found: Event[] = [];
  for await (const event of events) found.push(event);
  return found;
}
