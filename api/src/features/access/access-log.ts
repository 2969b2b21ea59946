import { Injectable } from '@nestjs/common';
import { isoInstant, Clock } from '../../config/clock.js';
import { newCommandContext } from '../../engine/commands/command-context.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import type { Position } from '../../event-sourcing/event.js';
import { accessDecider, accessStreamOf, type LogAccess } from './access.decider.js';

declare const onRecord: unique symbol;

/** When an access was recorded, and the proof that it was: only AccessLog makes one, and a replay's cursor carries it on. */
export type RecordedAt = string & { readonly [onRecord]: true };

/** The reason of an access, and when it was recorded. */
export interface RecordedReason {
  readonly reason: string;
  readonly recordedAt: RecordedAt;
}

/** A result that is found before its access can be recorded, since the record names it; readable after the record only. */
export class Withheld<T> {
  readonly #content: T;

  constructor(content: T) {
    this.#content = content;
  }

  /** @param recording of the access that names this content; nothing is shown when it rejects */
  async shownAfter(recording: Promise<RecordedAt>): Promise<T> {
    await recording;
    return this.#content;
  }
}

/** Appends to the record of what a member of staff saw; nothing is shown before it resolves. */
@Injectable()
export class AccessLog {
  constructor(
    private readonly clock: Clock,
    private readonly runner: CommandRunner,
  ) {}

  async record(staffUid: string, seen: LogAccess['seen']): Promise<RecordedAt> {
    return (await this.recordAt(staffUid, seen)).at;
  }

  /** Likewise, with the place of the record in the log. */
  async recordAt(
    staffUid: string,
    seen: LogAccess['seen'],
  ): Promise<{ readonly at: RecordedAt; readonly position: Position | null }> {
    const at = isoInstant(this.clock.now());
    const { position } = await this.runner.execute({
      decider: accessDecider,
      stream: accessStreamOf(staffUid, at),
      command: { staffUid, seen },
      context: newCommandContext({ kind: 'staff', id: staffUid }),
    });
    return { at: at as RecordedAt, position };
  }
}
