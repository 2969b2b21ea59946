import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { ruleStream } from './rule-events.rules.js';
import { ruleDecider } from './rule.decider.js';

const OPERATOR = { kind: 'system', id: 'operator' } as const;

/** Lets a built-in rule hold from now on; false when it already has a later version. */
export class MigrateHoldingRule extends Command<boolean> {
  constructor(readonly ruleId: string) {
    super();
  }
}

@CommandHandler(MigrateHoldingRule)
export class MigrateHoldingRuleHandler implements ICommandHandler<MigrateHoldingRule> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ ruleId }: MigrateHoldingRule): Promise<boolean> {
    const command = { type: 'hold as configured', ruleId, by: OPERATOR.id } as const;
    const { events } = await this.runner.execute({
      decider: ruleDecider,
      stream: ruleStream(ruleId),
      command,
      context: newCommandContext(OPERATOR),
    });
    return events.length > 0;
  }
}
