import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../../lib/api/use-problem-text';
import { Button } from '../../ui/forms/button';
import { ErrorSummary, SummaryBox } from '../../ui/forms/error-summary';
import { PasswordField } from '../../ui/forms/password-field';
import { useCheckedForm } from '../../ui/forms/use-checked-form';
import { CHECK_PARAMS, checkNewPassword } from './checks';
import { PasswordRules } from './password-rules';
import { isLinkOver } from '../use-link-token';
import { usePasswordStrength } from './use-password-strength';
import { UsernameField } from './username-field';

interface ResetFormProps {
  /** Sets the password. @throws ApiError */
  readonly onSubmit: (password: string) => Promise<unknown>;
  readonly submit: string;
  /** Of the account; undefined until it is known. */
  readonly email: string | undefined;
  readonly onDone: () => void;
  /** The link is expired or used. */
  readonly onOver: () => void;
}

/** A new password, typed twice. */
export function ResetForm({ onSubmit: send, submit, email, onDone, onOver }: ResetFormProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { form, busy, attempt, problem, field, summary, onSubmit } = useCheckedForm({
    name: 'reset',
    initialValues: { password: '', again: '' },
    checks: {
      password: checkNewPassword,
      again: (again: string, { password }) => (again === password ? null : 'reset.different'),
    },
    params: CHECK_PARAMS,
    errorsOf: (error) => strength.errorsOf(error),
    send: async ({ password }) => {
      if (await strength.isWeak()) return { password: 'signup.weak' };
      try {
        await send(password);
      } catch (error) {
        if (!isLinkOver(error)) throw error;
        onOver();
        return undefined;
      }
      onDone();
      return undefined;
    },
  });
  const strength = usePasswordStrength(form.values.password, email === undefined ? [] : [email]);
  return (
    <form noValidate onSubmit={onSubmit}>
      <UsernameField email={email} />
      <Stack gap="lg" mt="lg">
        {problem !== null && <SummaryBox title={problemText(problem)} attempt={attempt} />}
        <ErrorSummary items={summary} attempt={attempt} />
        <PasswordField
          label={t('reset.password')}
          autoComplete="new-password"
          description={<PasswordRules strength={strength} />}
          {...field('password')}
          onFocus={strength.onFocus}
        />
        <PasswordField label={t('reset.repeat')} autoComplete="new-password" {...field('again')} />
        <Button type="submit" tone="primary" block busy={busy} busyText={t('profile.saving')}>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}
