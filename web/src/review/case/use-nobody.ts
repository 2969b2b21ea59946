import { useTranslation } from 'react-i18next';

/** What stands for the assignee of a case that nobody works on, with the name of whoever had it and left. */
export function useNobody(): (leftBy: string | null) => string {
  const { t } = useTranslation();
  return (leftBy) => (leftBy === null ? t('compliance.nobody') : t('compliance.left', { name: leftBy }));
}
