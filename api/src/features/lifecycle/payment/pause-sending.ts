import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../event-sourcing/decider.js';
import type { Pause } from './pause.rules.js';

/** Has no effect when the cause is as wanted already. */
export class PauseSending extends Command<void> {
  constructor(
    readonly pause: Pause,
    readonly context: CommandContext,
  ) {
    super();
  }
}
