import type { RecordedEvent } from '../../event-sourcing/event.js';
import { HISTORY_LANES, type HistoryLane, type HistoryLine } from '../../kernel/staff/sender-at.js';
import { transferStream } from '../lifecycle/state/lifecycle-events.rules.js';
import { caseStream } from '../review/cases/case-events.rules.js';

/** Equal spans of a line. */
const SPANS = 120;
const OF_TRANSFERS: ReadonlySet<string> = new Set([
  'TransferRequested',
  'TransferRefused',
  'AllowanceReleased',
  'StrayCounted',
  'StrayReleased',
]);

/** How many events of each kind there are over time, from the first one to an instant. */
export function historyLine(events: readonly RecordedEvent[], toMs: number): HistoryLine {
  const times = events.map(({ metadata }) => Date.parse(metadata.at));
  const fromMs = times.reduce((first, ms) => Math.min(first, ms), toMs);
  const lanes = Object.fromEntries(
    HISTORY_LANES.map((lane) => [lane, Array.from({ length: SPANS }, () => 0)]),
  ) as unknown as Record<HistoryLane, number[]>;
  const spanMs = Math.max((toMs - fromMs) / SPANS, 1);
  for (const [index, event] of events.entries()) {
    const span = Math.min(Math.floor(((times[index] ?? fromMs) - fromMs) / spanMs), SPANS - 1);
    const counts = lanes[laneOf(event)];
    counts[span] = (counts[span] ?? 0) + 1;
  }
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), ...lanes };
}

function laneOf({ stream, type }: RecordedEvent): HistoryLane {
  if (stream.startsWith(caseStream.prefix)) return 'cases';
  if (stream.startsWith(transferStream.prefix) || OF_TRANSFERS.has(type)) return 'transfers';
  return type.startsWith('Kyc') || type === 'InquiryOpened' ? 'verification' : 'sender';
}
