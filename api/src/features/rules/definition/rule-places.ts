import { Injectable } from '@nestjs/common';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { documentsOf } from '../../../engine/view-store/pages-of.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { builtInRule } from '../../../kernel/staff/rules.js';
import { fraudRulesProjection } from './fraud-rules.projection.js';
import { rulePlacesDecider, rulePlacesStream, type ShownRule } from './rule-places.decider.js';
import type { RuleState } from './rule-state.rules.js';

/** The places for added rules; however many drafts are saved at the same moment, there are never more rules. */
@Injectable()
export class RulePlaces {
  constructor(
    private readonly runner: CommandRunner,
    private readonly views: ViewStore,
  ) {}

  /** Before the draft of a rule is saved. @throws DomainError too_many_rules, too_many_drafts */
  async claim(ruleId: string, by: string): Promise<void> {
    if (builtInRule(ruleId)) return;
    const rules = await documentsOf(this.views, fraudRulesProjection, { by: 'byId', where: {} });
    const shown = rules.filter(({ id }) => !builtInRule(id)).map(shownRule);
    await this.runner.execute({
      decider: rulePlacesDecider,
      stream: rulePlacesStream('all'),
      command: { ruleId, by, shown },
      // Not of staff: what they did is that they saved the draft.
      context: newCommandContext({ kind: 'system', id: 'rules' }),
    });
  }
}

const shownRule = ({ id, status, draft, changes }: RuleState): ShownRule => ({
  id,
  revision: changes.at(-1)?.revision ?? -1,
  isInUse: status === 'draft' ? draft !== null : status !== 'retired',
  drafter: status === 'draft' ? (draft?.by ?? null) : null,
});
