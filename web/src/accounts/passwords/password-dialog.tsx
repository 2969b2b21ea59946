import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/api-error';
import { useProblemText } from '../../lib/api/use-problem-text';
import { Button } from '../../ui/forms/button';
import { ErrorSummary, SummaryBox } from '../../ui/forms/error-summary';
import { PasswordField } from '../../ui/forms/password-field';
import { Dialog } from '../../ui/feedback/dialog';
import { showSuccess } from '../../ui/feedback/toasts';
import { Muted } from '../../ui/parts/text';
import { useCheckedForm } from '../../ui/forms/use-checked-form';
import { CHECK_PARAMS, checkCurrentPassword, checkNewPassword } from './checks';
import { PasswordRules } from './password-rules';
import { useAccountCommands } from '../use-account-commands';
import { usePasswordStrength } from './use-password-strength';
import { useMe } from '../use-session';
import { UsernameField } from './username-field';

interface PasswordDialogProps {
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Asks for the current password and a new one. */
export function PasswordDialog({ onChanged, onClose }: PasswordDialogProps) {
  const { t } = useTranslation();
  const { firstName, fullName, email } = useMe();
  const { changePassword } = useAccountCommands();
  const problemText = useProblemText();
  const { form, busy, attempt, problem, field, summary, onSubmit } = useCheckedForm({
    name: 'password',
    initialValues: { current: '', password: '' },
    checks: { current: checkCurrentPassword, password: checkNewPassword },
    params: CHECK_PARAMS,
    errorsOf: (error) => strength.errorsOf(error),
    send: async ({ current, password }) => {
      if (await strength.isWeak()) return { password: 'signup.weak' };
      try {
        await changePassword(current, password);
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'current_password_wrong')) throw error;
        return { current: 'profile.wrongPassword' };
      }
      showSuccess(t('profile.passwordChanged'));
      onChanged();
      onClose();
      return undefined;
    },
  });
  const strength = usePasswordStrength(form.values.password, [firstName, fullName, email]);
  return (
    <Dialog
      open
      place="center"
      title={t('profile.changePassword')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('about.cancel')}</Button>
          <Button
            type="submit"
            form="password-form"
            tone="primary"
            busy={busy}
            busyText={t('profile.saving')}
          >
            {t('profile.changePassword')}
          </Button>
        </>
      }
    >
      <form id="password-form" className="stack-24" noValidate onSubmit={onSubmit}>
        <Muted>{t('profile.passwordNote')}</Muted>
        {problem !== null && <SummaryBox title={problemText(problem)} attempt={attempt} />}
        <ErrorSummary items={summary} attempt={attempt} />
        <UsernameField email={email} />
        <PasswordField
          label={t('profile.currentPassword')}
          autoComplete="current-password"
          data-autofocus
          {...field('current')}
        />
        <PasswordField
          label={t('reset.password')}
          autoComplete="new-password"
          description={<PasswordRules strength={strength} />}
          {...field('password')}
          onFocus={strength.onFocus}
        />
      </form>
    </Dialog>
  );
}
