import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../event-sourcing/decider.js';
import type { LiftResult } from '../../../kernel/staff/standing.js';
import type { LiftPauses } from './pause.rules.js';

/** Ends the pauses that another lead has asked to end; otherwise asks for it. The transfers feature decides. */
export class LiftSendingPauses extends Command<LiftResult> {
  constructor(
    readonly lift: LiftPauses,
    readonly context: CommandContext,
  ) {
    super();
  }
}
