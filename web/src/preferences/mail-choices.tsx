import './mail-choices.css';
import { useTranslation } from 'react-i18next';
import { MAIL_CHOICES, type MailChoice } from '@kernel/people/preferences';
import { Switch } from '../ui/forms/switch';

interface MailChoicesProps {
  /** The props of one switch in its form. */
  readonly field: (choice: MailChoice) => object;
}

/** Which of the important emails to get, one switch each. */
export function MailChoices({ field }: MailChoicesProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="mail-choices">
      <legend className="visually-hidden">{t('profile.emailKinds')}</legend>
      {MAIL_CHOICES.map((choice) => (
        <Switch
          key={choice}
          label={t(`profile.${choice}`)}
          description={t(`profile.${choice}Hint`)}
          {...field(choice)}
        />
      ))}
    </fieldset>
  );
}
