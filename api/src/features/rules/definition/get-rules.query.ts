import { Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../../../config/clock.js';
import { FIND_LIMIT, ViewStore } from '../../../engine/view-store/view-store.port.js';
import { fullNameOf } from '../../../kernel/people/accounts.js';
import type { SuspiciousTransaction } from '../../../kernel/staff/compliance.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { BUILT_IN_RULES, builtInRule, LONGEST_WINDOW_MS } from '../../../kernel/staff/rules.js';
import {
  ruleOnWire,
  type RuleDetail,
  type RuleHits,
  type RuleItem,
  type RuleList,
} from '../../../kernel/staff/rule-views.js';
import { LIFT_LAPSES_MS } from '../../../kernel/staff/standing.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';
import { BacktestRecords } from '../backtests/backtest-record.js';
import { fraudRulesProjection } from './fraud-rules.projection.js';
import { initialRule, openRetirement, type RuleState } from './rule-state.rules.js';
import { suspiciousTransactionsProjection } from '../../review/cases/suspicious-transactions.projection.js';

/** Every rule with its hits of the last 30 days: built-in ones first, then by id. */
@Injectable()
export class GetRules {
  constructor(
    private readonly views: ViewStore,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<RuleList> {
    const { items } = await this.views.find(fraudRulesProjection, {
      by: 'byId',
      where: {},
      limit: FIND_LIMIT,
    });
    const changed = new Map(items.map((rule) => [rule.id, rule]));
    const builtIn = BUILT_IN_RULES.map(({ id }) => changed.get(id) ?? initialRule(id));
    const rules = [...builtIn, ...items.filter(({ id }) => !builtInRule(id))];
    const since = isoInstant(this.clock.now() - LONGEST_WINDOW_MS);
    const listed = await Promise.all(
      rules.map(async (rule) => itemOf(rule, hitsOf(await casesOf(this.views, rule.id, since)))),
    );
    return { items: listed.flatMap((item) => item ?? []), nextCursor: null };
  }
}

/** One rule with its versions. */
@Injectable()
export class GetRule {
  constructor(
    private readonly views: ViewStore,
    private readonly backtests: BacktestRecords,
    private readonly clock: Clock,
  ) {}

  /** @throws not_found */
  async execute(id: string): Promise<RuleDetail> {
    const rule = (await this.views.get(fraudRulesProjection, id)) ?? (builtInRule(id) && initialRule(id));
    if (!rule) throw new DomainError('not_found');
    const cases = await casesOf(this.views, id);
    const names = await this.namesIn(rule);
    const nameOf = (uid: string | null) => (uid === null ? null : (names.get(uid) ?? null));
    const { draft } = rule;
    const asked = openRetirement(rule, isoInstant(this.clock.now()));
    return {
      id,
      name: rule.name,
      status: rule.status,
      versions: rule.versions.toReversed().map(({ draftedBy, approvedBy, definition, ...version }) => ({
        ...version,
        definition: ruleOnWire(definition),
        drafterName: nameOf(draftedBy),
        approverName: nameOf(approvedBy),
        hits: hitsOf(cases.filter(({ ruleVersion }) => ruleVersion === version.version)),
      })),
      draft: draft && {
        definition: ruleOnWire(draft.definition),
        by: draft.by,
        name: nameOf(draft.by),
        at: draft.at,
        backtest: await this.backtests.finishedOf(draft.by, draft.definition),
        returned: draft.returned && {
          reason: draft.returned.reason,
          name: nameOf(draft.returned.by),
          at: draft.returned.at,
        },
      },
      draftRevision: draft && draft.revision,
      retireRequest: asked && {
        by: asked.by,
        byName: nameOf(asked.by),
        reason: asked.reason,
        requestedAt: asked.at,
        lapsesAt: isoInstant(Date.parse(asked.at) + LIFT_LAPSES_MS),
      },
      steps: rule.changes
        .toReversed()
        .map(({ type, at, by, reason }) => ({ type, at, by, reason, name: nameOf(by) })),
    };
  }

  private async namesIn({ versions, changes }: RuleState): Promise<ReadonlyMap<string, string>> {
    const uids = new Set([
      ...versions.flatMap(({ draftedBy, approvedBy }) => [draftedBy ?? [], approvedBy ?? []].flat()),
      ...changes.map(({ by }) => by),
    ]);
    const names = new Map<string, string>();
    for (const uid of uids) {
      const account = await this.views.get(accountsProjection, uid);
      if (account) names.set(uid, fullNameOf(account));
    }
    return names;
  }
}

/** Null for a rule with only a discarded draft. */
function itemOf({ id, name, status, versions, draft }: RuleState, hits: RuleHits): RuleItem | null {
  const latest = versions.at(-1);
  const definition = latest?.definition ?? draft?.definition;
  if (!definition) return null;
  return {
    id,
    name,
    status,
    version: latest?.version ?? null,
    definition: ruleOnWire(definition),
    hasDraft: draft !== null,
    hits,
  };
}

async function casesOf(
  views: ViewStore,
  ruleId: string,
  since?: string,
): Promise<readonly SuspiciousTransaction[]> {
  const pages = await Promise.all(
    [false, true].map((reviewed) =>
      views.find(suspiciousTransactionsProjection, {
        by: 'byRule',
        where: { ruleId, reviewed },
        desc: true,
        limit: FIND_LIMIT / 2,
        ...(since !== undefined && { from: since }),
      }),
    ),
  );
  return pages.flatMap(({ items }) => items);
}

function hitsOf(cases: readonly SuspiciousTransaction[]): RuleHits {
  return {
    cases: cases.length,
    reviewed: cases.filter(({ outcome }) => outcome !== null).length,
    suspicious: cases.filter(({ outcome }) => outcome === 'suspicious').length,
  };
}
