import { useTranslation } from 'react-i18next';
import { ERASED } from '@kernel/text/erased';

/** A masked text as staff read it: of an erased person nothing is left, and a word says so. */
export function useMasked(): (text: string) => string {
  const { t } = useTranslation();
  return (text) => (text === ERASED ? t('common.erased') : text);
}
