import { useTranslation } from 'react-i18next';
import { ApiError } from './api-error';

/** A function that says in the interface's language what an error means, also after the language was changed. */
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
