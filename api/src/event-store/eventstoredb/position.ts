import type { Position } from '../../event-sourcing/event.js';
import { BEGINNING } from '../event-store.port.js';

/** A place in the server's log: where the event was committed, and where its record stands. */
export interface LogPosition {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** Every digit of an unsigned 64-bit number, so that text order is number order. */
const POSITION_DIGITS = 20;
const LARGEST = 2n ** 63n - 1n;
const POSITION_TEXT = /^(\d{20})(?::(\d{20}))?$/;

/**
 * {7, 7} → '00000000000000000007', which is the form of every event that an append wrote. A checkpoint may stand before
 * the event that is committed there: {7, 3} → '00000000000000000006:00000000000000000003', between 6 and 7 as text too.
 * @throws Error when the server does not tell the position
 */
export function positionText({ commit, prepare }: LogPosition): Position {
  if (commit < 0n || commit > LARGEST) {
    throw new Error('The event store does not tell positions: it must be of version 22.10 or later');
  }
  if (prepare === commit) return digits(commit);
  if (commit === 0n) return BEGINNING;
  // A server without a prepare position sends the largest number.
  return `${digits(commit - 1n)}:${digits(prepare > commit ? 0n : prepare)}`;
}

/** The place that the text stands for, null before the first event. @throws TypeError when it is no position of this store */
export function logPosition(position: Position): LogPosition | null {
  if (position === BEGINNING) return null;
  const [, first, prepare] = POSITION_TEXT.exec(position) ?? [];
  if (first === undefined) throw new TypeError(`Not a position of the event log: ${position}`);
  if (prepare === undefined) return { commit: BigInt(first), prepare: BigInt(first) };
  return { commit: BigInt(first) + 1n, prepare: BigInt(prepare) };
}

function digits(number: bigint): string {
  return String(number).padStart(POSITION_DIGITS, '0');
}
