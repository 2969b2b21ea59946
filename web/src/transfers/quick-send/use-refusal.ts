import { useTranslation } from 'react-i18next';
import { useSWRConfig } from 'swr';
import { problemTextOf } from '@kernel/text/problem-text';
import type { ApiError } from '../../lib/api/api-error';
import { keyOf } from '../../lib/api/reads';
import { showError } from '../../ui/feedback/toasts';

/**
 * Follows a refused send: reloads the limit, because the screen's copy was out of date, and shows the weekly limit in a
 * toast with the specification's words. Every other refusal is shown only in its place, an invalid field at the field.
 */
export function useShowRefusal(): (error: ApiError) => void {
  const { t, i18n } = useTranslation();
  const { mutate } = useSWRConfig();
  return (error) => {
    if (error.fields.length > 0) return;
    if (isOverWeek(error)) showError(t('limit.exceeded', problemTextOf(error, i18n.language).values));
    void mutate(keyOf('/allowance'));
  };
}

/** Whether the toast says why. */
export function isOverWeek(error: ApiError): boolean {
  return error.code === 'weekly_limit_exceeded';
}
