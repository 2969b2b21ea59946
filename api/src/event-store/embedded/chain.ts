import { hash } from 'node:crypto';
import type { Position } from '../../event-sourcing/event.js';

/** Where the log ends, with the hash over all of it. */
export interface Tail {
  readonly position: number;
  readonly chain: string;
}

/** What is hashed before the first event. */
export const CHAIN_START = '';

/** An event as its row holds it; `chain` covers everything in it and, through `previous`, all before it. */
export interface ChainedRow {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** Hash over the event and the hash of the event before it. The lengths keep one field from reaching into the next. */
export function chainHash(previous: string, row: ChainedRow): string {
  const { position, stream, revision, id, type, data, metadata } = row;
  const lengths = `${stream.length},${id.length},${type.length},${data.length},${metadata.length}`;
  return hash(
    'sha256',
    `${previous}|${position}|${revision}|${lengths}|${stream}${id}${type}${data}${metadata}`,
    'base64url',
  );
}

/** The log does not hold what was written to it: nothing after `lastGood` can be trusted. */
export class DamagedLog extends Error {
  override readonly name = 'DamagedLog';
  constructor(
    reason: string,
    readonly lastGood: Position,
  ) {
    super(`The event log is damaged: ${reason}. Last good position: ${lastGood === '' ? 'none' : lastGood}`);
  }
}

/** One step of a verification of the whole chain; `damage` is set on the last step when something is wrong. */
export interface ChainProgress {
  readonly events: number;
  readonly total: number;
  readonly through: Position;
  readonly damage: DamagedLog | null;
}
