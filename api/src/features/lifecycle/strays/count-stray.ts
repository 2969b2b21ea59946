import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../event-sourcing/decider.js';

/** A stray charge of a sender, for the amount of its transfer. */
export interface CountedStray {
  readonly uid: string;
  readonly transferId: string;
  readonly amountCents: number;
  /** Of the charge. */
  readonly chargedAt: string;
}

/** Counts a stray charge in its sender's week, once, if the log knows the sender but not the transfer. */
export class CountStray extends Command<void> {
  constructor(
    readonly stray: CountedStray,
    readonly context: CommandContext,
  ) {
    super();
  }
}
