import { Injectable } from '@nestjs/common';
import { isoInstant, Clock } from '../../config/clock.js';
import { newCommandContext } from '../../engine/commands/command-context.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { accessDecider, accessStreamOf, type LogAccess } from './access.decider.js';

/** Appends to the record of what a member of staff saw. */
@Injectable()
export class AccessLog {
  constructor(
    private readonly clock: Clock,
    private readonly runner: CommandRunner,
  ) {}

  /** Returns when it was recorded. */
  async record(staffUid: string, seen: LogAccess['seen']): Promise<string> {
    const at = isoInstant(this.clock.now());
    await this.runner.execute({
      decider: accessDecider,
      stream: accessStreamOf(staffUid, at),
      command: { staffUid, seen },
      context: newCommandContext({ kind: 'staff', id: staffUid }),
    });
    return at;
  }
}
