import { streamId, type RecordedEvent } from '../../event-sourcing/event.js';
import { transferStream } from '../lifecycle/state/lifecycle-events.rules.js';
import { caseStream } from '../review/cases/case-events.rules.js';
import { senderStream } from '../access/sender-stream.rules.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** The sender's attempts are steps of a transfer's replay from this long before it: the span of the weekly limit. */
const BEFORE_MS = 7 * DAY_MS;
const AFTER_MS = DAY_MS;

/** The ids of the transfers and refused attempts that an event of a sender or a case is about; none of another event. */
export function attemptIds({ data }: RecordedEvent): readonly string[] {
  if ('transferId' in data && typeof data.transferId === 'string') return [data.transferId];
  if (!('transactions' in data) || !Array.isArray(data.transactions)) return [];
  return (data.transactions as readonly { readonly transferId: string }[]).map(
    ({ transferId }) => transferId,
  );
}

/** The steps of a sender's replay: everything but their saved cards and recipients. */
export const isReplayed = ({ stream }: RecordedEvent): boolean => !/^(cards|recipients)-/.test(stream);

/**
 * The steps of a transfer's replay: its own events, the sender's attempts from a week before it until a day after its last
 * event, and everything of the cases that it is part of.
 */
export function eventsAround(
  transferId: string,
  events: readonly RecordedEvent[],
): (event: RecordedEvent) => boolean {
  const isOwn = (event: RecordedEvent): boolean =>
    event.stream === transferStream(transferId) ||
    (event.stream.startsWith(senderStream('')) && attemptIds(event).includes(transferId));
  const times = events.filter(isOwn).map(({ metadata }) => Date.parse(metadata.at));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const cases = new Set(
    events
      .filter(({ stream }) => stream.startsWith(caseStream.prefix))
      .filter((event) => attemptIds(event).includes(transferId))
      .map(({ stream }) => streamId(stream)),
  );
  const isNear = ({ type, metadata }: RecordedEvent): boolean =>
    (type === 'TransferRequested' || type === 'TransferRefused') &&
    Date.parse(metadata.at) >= first - BEFORE_MS &&
    Date.parse(metadata.at) <= last + AFTER_MS;
  const isOfCase = ({ stream }: RecordedEvent): boolean =>
    stream.startsWith(caseStream.prefix) && cases.has(streamId(stream));
  return (event) => isOwn(event) || isNear(event) || isOfCase(event);
}
