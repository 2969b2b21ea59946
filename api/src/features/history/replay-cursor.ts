import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock.js';
import { Secrets } from '../../config/runtime.js';
import type { Position } from '../../event-sourcing/event.js';
import type { RecordedAt } from '../access/access-log.js';
import { macFor, type Mac } from '../../engine/vault/mac.js';
import { InvalidCursor } from '../../engine/view-store/view-store.port.js';

/** How long further pages belong to the access that was recorded for the first one. */
const ACCESS_MS = 60 * 60 * 1_000;
/** Of a cursor: its place, when the access was recorded, and the proof. */
const PARTS = 4;

/** Who replays what, and why. */
export interface ReplayWanted {
  readonly reader: string;
  readonly uid: string;
  /** Null: the sender's whole history. */
  readonly transferId: string | null;
  readonly reason: string;
}

/** Where the pages of one replay stand. */
export interface ReplayPlace {
  /** The newest event that the replay knows: later ones change none of its pages. */
  readonly until: Position;
  /** The next page ends before it. */
  readonly before: Position;
  /** When the access was recorded. */
  readonly recordedAt: RecordedAt;
}

/** The parts of a cursor, which are not proven yet. @throws InvalidCursor for what was never one */
export function partsOf(cursor: string): readonly string[] {
  const parts = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (parts.length !== PARTS) throw new InvalidCursor();
  return parts;
}

/** Cursors of replays: each proves that its reader's access was recorded, so that a replay is one access, however many pages. */
@Injectable()
export class ReplayCursors {
  private readonly mac: Mac;

  constructor(
    secrets: Secrets,
    private readonly clock: Clock,
  ) {
    this.mac = macFor(secrets, 'replay');
  }

  cursorOf(wanted: ReplayWanted, { until, before, recordedAt }: ReplayPlace): string {
    const parts = [until, before, recordedAt];
    const proof = this.mac.of(textOf(wanted, parts));
    return Buffer.from([...parts, proof].join(' ')).toString('base64url');
  }

  /**
   * The place after the page that gave a cursor; `recordedAt` null once that was too long ago.
   * @throws InvalidCursor for one that was not given to this reader for this replay
   */
  read(
    wanted: ReplayWanted,
    cursor: string,
  ): Omit<ReplayPlace, 'recordedAt'> & { readonly recordedAt: RecordedAt | null } {
    const [until = '', before = '', recordedAt = '', proof = ''] = partsOf(cursor);
    if (!this.mac.isOf(proof, textOf(wanted, [until, before, recordedAt]))) throw new InvalidCursor();
    const isRecent = Date.parse(recordedAt) > this.clock.now() - ACCESS_MS;
    return { until, before, recordedAt: isRecent ? (recordedAt as RecordedAt) : null };
  }
}

/** The access that a cursor proves. */
function textOf({ reader, uid, transferId, reason }: ReplayWanted, parts: readonly string[]): string {
  return [reader, uid, transferId, reason, ...parts].join(' ');
}
