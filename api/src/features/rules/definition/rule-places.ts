import { Injectable } from '@nestjs/common';
import { FIND_LIMIT, ViewStore } from '../../../engine/view-store/view-store.port.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { BUILT_IN_RULES, builtInRule, DRAFTS_LIMIT, RULES_LIMIT } from '../../../kernel/staff/rules.js';
import { fraudRulesProjection } from './fraud-rules.projection.js';

/** How many rules there can be, in total and of one person; drafts that are saved at the same moment can be more. */
@Injectable()
export class RulePlaces {
  constructor(private readonly views: ViewStore) {}

  /** @throws DomainError too_many_rules; too_many_drafts for a person with as many rules that were never in force */
  async require(id: string, person: string): Promise<void> {
    if (builtInRule(id)) return;
    const query = { by: 'byId', where: {}, limit: FIND_LIMIT };
    const { items } = await this.views.find(fraudRulesProjection, query);
    const isInUse = ({ status, draft }: (typeof items)[number]) =>
      status === 'draft' ? draft !== null : status !== 'retired';
    const others = items.filter((rule) => rule.id !== id && isInUse(rule));
    const added = others.filter((rule) => !builtInRule(rule.id));
    if (added.length + BUILT_IN_RULES.length >= RULES_LIMIT)
      throw new DomainError('too_many_rules', { limit: RULES_LIMIT });
    const drafts = added.filter(({ status, draft }) => status === 'draft' && draft?.by === person);
    if (drafts.length >= DRAFTS_LIMIT) throw new DomainError('too_many_drafts', { limit: DRAFTS_LIMIT });
  }
}
