import useSWR, { useSWRConfig } from 'swr';
import { useTranslation } from 'react-i18next';
import { builtInRule } from '@kernel/staff/rules';
import type { RuleDefinitionOnWire, RuleDetail, RuleList } from '@kernel/staff/rule-views';
import { getJson, sendJson } from '../lib/api/api';
import { keys } from '../lib/api/keys';

/** Every rule; nothing is read while it is not `wanted`. */
export function useRules(wanted = true) {
  return useSWR<RuleList, Error>(wanted ? keys.rules : null, () => getJson<RuleList>('/compliance/rules'));
}

export function useRule(id: string) {
  return useSWR<RuleDetail, Error>(keys.rule(id), () =>
    getJson<RuleDetail>(`/compliance/rules/${encodeURIComponent(id)}`),
  );
}

/** One step of the work on a rule. */
export type RuleWork =
  | { readonly does: 'draft'; readonly body: { readonly definition: RuleDefinitionOnWire } }
  | { readonly does: 'draft/discard' }
  | { readonly does: 'activate'; readonly body: { readonly draftRevision: number } }
  | { readonly does: 'draft/return' | 'pause' | 'retire'; readonly body: { readonly reason: string } };

/** Takes a step and reloads the rule, also after a refusal, as of a concurrent step. */
export function useRuleWork(id: string): (work: RuleWork) => Promise<void> {
  const { mutate } = useSWRConfig();
  return async (work) => {
    const options = 'body' in work ? { body: work.body } : {};
    try {
      await sendJson('POST', `/compliance/rules/${encodeURIComponent(id)}/${work.does}`, options);
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
