import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api-error';
import { useProblemText } from '../lib/use-problem-text';
import { showError } from '../ui/toasts';

/** Says a refusal in a toast; the screen keeps it in its place too. A wrong field is said at the field alone. */
export function useRefusalToast(): (error: ApiError) => void {
  const refusalText = useRefusalText();
  return (error) => {
    if (error.fields.length === 0) showError(refusalText(error));
  };
}

/** The text of a refused send: the weekly limit in the specification's own words. */
export function useRefusalText(): (error: unknown) => string {
  const { t } = useTranslation();
  const problemText = useProblemText();
  return (error) => {
    if (!(error instanceof ApiError) || error.code !== 'weekly_limit_exceeded') return problemText(error);
    return t('limit.exceeded', { remaining: error.params['remaining'] });
  };
}
