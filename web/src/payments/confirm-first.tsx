import { useTranslation } from 'react-i18next';
import { EmailReminder } from '../accounts/email-reminder';
import { useMe } from '../accounts/use-session';

/** Instead of a card's fields until the address is confirmed; they appear by themselves once it is, wherever that happens. */
export function ConfirmFirst() {
  const { t } = useTranslation();
  const { email } = useMe();
  return <EmailReminder title={t('cards.confirmTitle')} text={t('cards.confirmText', { email })} />;
}
