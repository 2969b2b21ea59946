import { useTranslation } from 'react-i18next';

/** The text in place of the assignee of an unassigned case, with the name of a former assignee who left. */
export function useNobody(): (leftBy: string | null) => string {
  const { t } = useTranslation();
  return (leftBy) => (leftBy === null ? t('compliance.nobody') : t('compliance.left', { name: leftBy }));
}
