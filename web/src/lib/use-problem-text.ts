import { useTranslation } from 'react-i18next';
import { ApiError } from './api-error';

/** Describes an error in the current language of the interface. */
export function useProblemText(): (error: unknown) => string {
  const { t, i18n } = useTranslation();
  return (error) => {
    if (!(error instanceof ApiError)) return t('common.unexpected');
    if (error.status === 0) return t('common.noAnswer');
    const key = `errors:${error.code}`;
    if (i18n.exists(key)) return t(key, error.params);
    return error.message || t('common.unexpected');
  };
}
