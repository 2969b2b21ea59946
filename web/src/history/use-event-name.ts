import { useTranslation } from 'react-i18next';

/** The name of an event in the reader's words; a type without one keeps its technical name. */
export function useEventName(): (type: string) => string {
  const { t, i18n } = useTranslation();
  return (type) => (i18n.exists(`replay.eventNames.${type}`) ? t(`replay.eventNames.${type}`) : type);
}
