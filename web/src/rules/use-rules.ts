import { useSWRConfig } from 'swr';
import { useTranslation } from 'react-i18next';
import { builtInRule } from '@kernel/staff/rules';
import { sendJson } from '../lib/api/api';
import { keyOf, useRead } from '../lib/api/reads';
import type { BodyOf } from '../lib/api/requests';

/** Every rule; nothing is read while it is not `wanted`. */
export function useRules(wanted = true) {
  return useRead('/compliance/rules', wanted ? {} : null);
}

export function useRule(id: string) {
  return useRead('/compliance/rules/{id}', { path: { id } });
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
      void mutate(keyOf('/compliance/rules/{id}', { path: { id } }));
      void mutate(keyOf('/compliance/rules'));
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
