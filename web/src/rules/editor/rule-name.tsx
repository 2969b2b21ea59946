import { useRuleName } from '../use-rules';

/** The name of the rule behind an alert. */
export function RuleName({ id }: { readonly id: string }) {
  return useRuleName(id);
}
