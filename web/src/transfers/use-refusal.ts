import { useTranslation } from 'react-i18next';
import { useSWRConfig } from 'swr';
import { parseAmountCents, TOTAL_PATTERN } from '@kernel/money';
import { useUid } from '../accounts/use-session';
import { ApiError } from '../lib/api-error';
import { formatAmountInput } from '../lib/format';
import { keys } from '../lib/keys';
import { useProblemText } from '../lib/use-problem-text';
import { showError } from '../ui/toasts';

/**
 * Shows a refusal in a toast and reloads the limit, which was not what the screen showed. The screen shows the refusal
 * in place too; a wrong field is named at the field only.
 */
export function useShowRefusal(): (error: ApiError) => void {
  const refusalText = useRefusalText();
  const { mutate } = useSWRConfig();
  const uid = useUid();
  return (error) => {
    if (error.fields.length > 0) return;
    showError(refusalText(error));
    void mutate(keys.allowance(uid));
  };
}

/** The text of a refused send, in the interface's language: the weekly limit in the specification's own words. */
export function useRefusalText(): (error: unknown) => string {
  const { t, i18n } = useTranslation();
  const problemText = useProblemText();
  return (error) => {
    if (!(error instanceof ApiError)) return problemText(error);
    const params = grouped(error.params, i18n.language);
    if (error.code === 'weekly_limit_exceeded') return t('limit.exceeded', params);
    return i18n.exists(`errors:${error.code}`) ? t(`errors:${error.code}`, params) : problemText(error);
  };
}

/** Amounts as they are read, "1,000.00"; the texts hold the dollar sign. */
function grouped(params: ApiError['params'], language: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const isAmount = typeof value === 'string' && parseAmountCents(value, TOTAL_PATTERN) !== null;
      return [name, isAmount ? formatAmountInput(value, language) : value];
    }),
  );
}
