import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Config } from '../../../config/config.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import type { StartBacktestRequest } from '../../../kernel/staff/backtests.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { RuleDefinition } from '../../../kernel/staff/rules.js';
import { ruleOfWire } from '../../../kernel/staff/rule-views.js';
import { AccessLog } from '../../access/access-log.js';
import { requirePossible } from '../evaluation/possible-rule.rules.js';
import { ruleDecider } from '../definition/rule.decider.js';
import { ruleStream } from '../definition/rule-events.rules.js';
import { initialRule } from '../definition/rule-state.rules.js';
import { BacktestRuns } from './backtest-runs.js';

/** Begins a backtest, and returns its id. */
export class StartBacktest extends Command<string> {
  constructor(
    readonly uid: string,
    readonly request: StartBacktestRequest,
  ) {
    super();
  }
}

/** @throws rule_impossible, backtest_running, too_many_backtests, and not_found for an unknown rule to compare with */
@CommandHandler(StartBacktest)
export class StartBacktestHandler implements ICommandHandler<StartBacktest> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly access: AccessLog,
    private readonly runs: BacktestRuns,
    private readonly config: Config,
  ) {}

  async execute({ uid, request }: StartBacktest): Promise<string> {
    const { from, to, against: ruleId = null } = request;
    const definition = ruleOfWire(request.definition);
    requirePossible(definition, this.config.MIN_TRANSFER_CENTS);
    const against = ruleId === null ? null : await this.inForce(ruleId);
    const question = { definition, against, fromMs: Date.parse(from), toMs: Date.parse(to) };
    return this.runs.start(uid, question, (backtestId) =>
      this.access.record(uid, { backtestId, definition, against: ruleId, from, to }),
    );
  }

  /** Null for a rule that alerts on nothing now: there is nothing to compare with. */
  private async inForce(ruleId: string): Promise<RuleDefinition | null> {
    const rule = await this.runner.query(
      ruleDecider,
      ruleStream(ruleId),
      (state) => state ?? initialRule(ruleId),
    );
    if (rule.versions.length === 0 && !rule.draft) throw new DomainError('not_found');
    return rule.status === 'active' ? (rule.versions.at(-1)?.definition ?? null) : null;
  }
}
