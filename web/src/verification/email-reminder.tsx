import './email-reminder.css';
import { useTranslation } from 'react-i18next';
import { useMe } from '../accounts/use-session';
import { useProblemText } from '../lib/use-problem-text';
import { Button } from '../ui/button';
import { FieldError } from '../ui/field';
import { Icon } from '../ui/icon';
import { useResendConfirmation } from './use-resend-confirmation';

/** Asks for the confirmation of the e-mail address; the link can be sent again. `text` says what it is needed for. */
export function EmailReminder({ title, text }: { readonly title: string; readonly text: string }) {
  const { t } = useTranslation();
  const { email } = useMe();
  const problemText = useProblemText();
  const { state, error, resend } = useResendConfirmation();
  return (
    <div className="note note-info email-reminder">
      <Icon name="mail" />
      <div className="email-reminder-text">
        <p className="strong">{title}</p>
        <p>{text}</p>
        <p role="status">{state === 'sent' && t('dashboard.resent', { email })}</p>
        {error !== null && <FieldError id="resend-error">{problemText(error)}</FieldError>}
      </div>
      {state !== 'sent' && (
        <Button
          size="sm"
          busy={state === 'sending'}
          busyText={t('dashboard.resending')}
          onClick={() => void resend()}
        >
          {t('dashboard.resend')}
        </Button>
      )}
    </div>
  );
}
