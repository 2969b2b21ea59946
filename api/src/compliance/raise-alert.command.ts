import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidv5 } from 'uuid';
import { DomainError } from '../kernel/domain-error.js';
import type { FraudRuleId } from '../kernel/fraud-rules.js';
import type { CommandContext, CommandRunner } from '../infrastructure/command-runner.js';
import { COMMAND_RUNNER } from '../infrastructure/tokens.js';
import { caseDecider, caseStream, type CaseCommand } from './case.decider.js';
import { reasonOf } from './alert-reason.js';
import type { RaiseAlert } from './fraud.saga.js';

const CASE_NAMESPACE = '5b3d9a52-7d0c-5c7e-9a55-6f1d6b8f5a10';

/** The case that a rule's hit at `trigger` would open: the same for every pass over the same history. */
export function caseIdOf(rule: FraudRuleId, uid: string, trigger: string): string {
  return uuidv5(`${rule}:${uid}:${trigger}`, CASE_NAMESPACE);
}

export class RaiseAlertCommand {
  constructor(
    readonly alert: RaiseAlert,
    readonly context: CommandContext,
  ) {}
}

/**
 * Opens a case for a hit, or joins it to the open case of its chain (architecture §3): the chain's earlier hits are
 * walked newest first; a hit that is already in a case changes nothing; after a review a new case opens.
 */
@CommandHandler(RaiseAlertCommand)
export class RaiseAlertHandler implements ICommandHandler<RaiseAlertCommand> {
  constructor(@Inject(COMMAND_RUNNER) private readonly runner: CommandRunner) {}

  async execute({ alert, context }: RaiseAlertCommand): Promise<void> {
    const { uid, rule, trigger } = alert;
    if (await this.caseAt(rule.id, uid, trigger)) return;
    for (const earlier of alert.earlierTriggers) {
      const found = await this.caseAt(rule.id, uid, earlier, trigger);
      if (!found) continue;
      if (found.knowsTrigger) return;
      if (found.status === 'open' && (await this.join(alert, earlier, context))) return;
      break;
    }
    await this.record('raise', alert, trigger, context);
  }

  private caseAt(rule: FraudRuleId, uid: string, first: string, trigger = first) {
    return this.runner.inspect(caseDecider, caseStream(caseIdOf(rule, uid, first)), (state) =>
      state.status === 'none' ? null : { status: state.status, knowsTrigger: state.triggers.has(trigger) },
    );
  }

  /** False when the case was reviewed in the meantime. */
  private async join(alert: RaiseAlert, first: string, context: CommandContext): Promise<boolean> {
    try {
      await this.record('add', alert, first, context);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'case_already_reviewed') return false;
      throw error;
    }
  }

  private async record(
    type: 'raise' | 'add',
    alert: RaiseAlert,
    first: string,
    context: CommandContext,
  ): Promise<void> {
    const { uid, rule, trigger, attempts } = alert;
    const transactions = attempts.map(({ transferId, amountCents, refused, atMs }) => ({
      transferId,
      amountCents,
      refused,
      at: new Date(atMs).toISOString(),
    }));
    const command: Omit<Extract<CaseCommand, { type: 'raise' | 'add' }>, 'at'> = {
      type,
      uid,
      transactionId: trigger,
      alert: { reason: reasonOf(rule, attempts), txs: attempts.map((attempt) => attempt.transferId) },
      ruleId: rule.id,
      ruleVersion: rule.version,
      transactions,
    };
    await this.runner.execute({
      decider: caseDecider,
      stream: caseStream(caseIdOf(rule.id, uid, first)),
      command: command as Omit<CaseCommand, 'at'>,
      context,
    });
  }
}
