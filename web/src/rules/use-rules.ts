import useSWR, { useSWRConfig } from 'swr';
import { useTranslation } from 'react-i18next';
import { builtInRule } from '@kernel/staff/rules';
import type { RuleDetail, RuleList } from '@kernel/staff/rule-views';
import { getJson, sendJson } from '../lib/api/api';
import { keys } from '../lib/api/keys';
import type { BodyOf } from '../lib/api/requests';

/** Every rule; nothing is read while it is not `wanted`. */
export function useRules(wanted = true) {
  return useSWR<RuleList, Error>(wanted ? keys.rules : null, () => getJson('/compliance/rules'));
}

export function useRule(id: string) {
  return useSWR<RuleDetail, Error>(keys.rule(id), () => getJson('/compliance/rules/{id}', { path: { id } }));
}

/** One step of the work on a rule. */
export type RuleWork =
  | {
      [Does in RuleStep]: {
        readonly does: Does;
        readonly body: BodyOf<'post', `/compliance/rules/{id}/${Does}`>;
      };
    }[RuleStep]
  | { readonly does: 'draft/discard' };
type RuleStep = 'draft' | 'activate' | 'draft/return' | 'pause' | 'retire';

/** Takes a step and reloads the rule, also after a refusal, as of a concurrent step. */
export function useRuleWork(id: string): (work: RuleWork) => Promise<void> {
  const { mutate } = useSWRConfig();
  return async (work) => {
    const { does, ...given } = work;
    try {
      await sendJson('POST', `/compliance/rules/{id}/${does}`, { path: { id }, ...given });
    } finally {
      void mutate(keys.rule(id));
      void mutate(keys.rules);
    }
  };
}

/** What rules are called: a built-in one in the reader's language, others as their people call them. */
export function useRuleNames(ids: readonly string[]): (id: string) => string {
  const { t } = useTranslation();
  const { data } = useRules(ids.some((id) => !builtInRule(id)));
  return (id) =>
    builtInRule(id) ? t(`compliance.rules.${id}`) : (data?.items.find((rule) => rule.id === id)?.name ?? id);
}

export function useRuleName(id: string): string {
  return useRuleNames([id])(id);
}
