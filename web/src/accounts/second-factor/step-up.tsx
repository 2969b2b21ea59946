import './second-factor.css';
import { useTranslation } from 'react-i18next';
import { Text } from '@mantine/core';
import { useProblemText } from '../../lib/api/use-problem-text';
import { Button } from '../../ui/forms/button';
import { CodeField } from '../../ui/forms/code-field';
import { Dialog } from '../../ui/feedback/dialog';
import { SummaryBox } from '../../ui/forms/error-summary';
import { PasswordField } from '../../ui/forms/password-field';
import { useCheckedForm } from '../../ui/forms/use-checked-form';
import { checkCode, checkGivenPassword } from '../passwords/checks';
import { useSecondFactorCommands } from './use-second-factor';
import { useMe } from '../use-session';
import { UsernameField } from '../passwords/username-field';

interface StepUpDialogProps {
  readonly onProven: () => void;
  readonly onClose: () => void;
}

/** Asks for a code, or the password of an account without a second factor: the last proof is too old. */
export function StepUpDialog({ onProven, onClose }: StepUpDialogProps) {
  const { t } = useTranslation();
  const { hasSecondFactor, email } = useMe();
  const { stepUp } = useSecondFactorCommands();
  const problemText = useProblemText();
  const { busy, attempt, problem, field, onSubmit } = useCheckedForm({
    name: 'step-up',
    initialValues: { code: '', password: '' },
    checks: hasSecondFactor ? { code: checkCode } : { password: checkGivenPassword },
    send: async ({ code, password }) => {
      await stepUp(hasSecondFactor ? { code } : { password });
      onProven();
      return undefined;
    },
  });
  return (
    <Dialog
      open
      place="center"
      title={t('factor.stepUpTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('factor.cancel')}</Button>
          <Button type="submit" form="step-up-form" tone="primary" busy={busy}>
            {t('factor.stepUpGo')}
          </Button>
        </>
      }
    >
      <form id="step-up-form" className="stack-24" noValidate onSubmit={onSubmit}>
        <Text c="dimmed">{t(hasSecondFactor ? 'factor.stepUpCode' : 'factor.stepUpPassword')}</Text>
        {problem !== null && <SummaryBox title={problemText(problem)} attempt={attempt} />}
        {hasSecondFactor ? (
          <CodeField {...field('code')} label={t('factor.code')} data-autofocus />
        ) : (
          <>
            <UsernameField email={email} />
            <PasswordField
              label={t('auth.password')}
              autoComplete="current-password"
              data-autofocus
              {...field('password')}
            />
          </>
        )}
      </form>
    </Dialog>
  );
}
