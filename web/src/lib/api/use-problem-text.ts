import { useTranslation } from 'react-i18next';
import { problemTextOf } from '@kernel/text/problem-text';
import { ApiError } from './api-error';
import { WAIT_OVER } from '../use-countdown';

/** Describes an error in the current language of the interface. */
export function useProblemText(): (error: unknown) => string {
  const { t, i18n } = useTranslation();
  return (error) => {
    if (!(error instanceof ApiError)) return t('common.unexpected');
    if (error.code === WAIT_OVER) return t('common.waitOver');
    if (error.status === 0) return t('common.noAnswer');
    const { key, values } = problemTextOf(error, i18n.language);
    if (i18n.exists(`errors:${key}`)) return t(`errors:${key}`, values);
    return error.message || t('common.unexpected');
  };
}
