import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import type { LiftResult } from '../../../kernel/staff/standing.js';
import { ruleStream } from './rule-events.rules.js';
import { ruleDecider, type RuleAction } from './rule.decider.js';

/**
 * One step of the work on a rule. 'requested': another lead has to agree.
 * @throws rule_retired, rule_impossible, nothing_drafted, needs_second_person, rule_changed, rule_not_active
 */
export class WorkRule extends Command<LiftResult> {
  constructor(
    readonly ruleId: string,
    /** The uid of who acts. */
    readonly by: string,
    readonly action: Exclude<RuleAction, { readonly type: 'hold as configured' }>,
  ) {
    super();
  }
}

@CommandHandler(WorkRule)
export class WorkRuleHandler implements ICommandHandler<WorkRule> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ ruleId, by, action }: WorkRule): Promise<LiftResult> {
    const command = { ...action, ruleId, by };
    const { selected } = await this.runner.execute({
      decider: ruleDecider,
      stream: ruleStream(ruleId),
      command,
      context: newCommandContext({ kind: 'staff', id: by }),
      select: (rule) => rule?.status,
    });
    return action.type === 'retire' && selected !== 'retired' ? 'requested' : 'done';
  }
}
