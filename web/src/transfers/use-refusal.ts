import { useTranslation } from 'react-i18next';
import { useSWRConfig } from 'swr';
import { problemTextOf } from '@kernel/problem-text';
import { useUid } from '../accounts/use-session';
import { ApiError } from '../lib/api-error';
import { keys } from '../lib/keys';
import { useProblemText } from '../lib/use-problem-text';
import { showError } from '../ui/toasts';

/**
 * Shows a refusal in a toast and reloads the limit, because the screen's copy was out of date. The screen shows the
 * refusal in place too; an invalid field is reported only at the field.
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
    if (!(error instanceof ApiError) || error.code !== 'weekly_limit_exceeded') return problemText(error);
    return t('limit.exceeded', problemTextOf(error, i18n.language).values);
  };
}
