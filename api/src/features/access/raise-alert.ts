import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../event-sourcing/decider.js';
import type { FraudAlert } from '../rules/evaluation/fraud.saga.js';

/** A rule alerts: the review feature opens a case, or adds the alert to its chain's open one. */
export class RaiseAlert extends Command<void> {
  constructor(
    readonly alert: FraudAlert,
    readonly context: CommandContext,
  ) {
    super();
  }
}
