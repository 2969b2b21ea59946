import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { pastedText } from '@kernel/text/pasted-text';
import { Box, Stack } from '@mantine/core';
import { ApiError } from '../../lib/api/api-error';
import { useProblemText } from '../../lib/api/use-problem-text';
import { useOpenScreen } from '../../lib/navigation';
import { Button } from '../../ui/forms/button';
import { ErrorSummary, SummaryBox } from '../../ui/forms/error-summary';
import { PasswordField } from '../../ui/forms/password-field';
import { TextField } from '../../ui/forms/text-field';
import { useCheckedForm } from '../../ui/forms/use-checked-form';
import { checkEmail, checkGivenPassword } from '../passwords/checks';
import { useAccountCommands } from '../use-account-commands';
import type { WantedPage } from '../wanted-page';

/** E-mail and password. A refusal keeps the e-mail, empties the password and takes the focus. */
export function SignInForm({ email, wanted }: { readonly email: string; readonly wanted: WantedPage }) {
  const { t } = useTranslation();
  const openScreen = useOpenScreen();
  const { signIn } = useAccountCommands();
  const problemText = useProblemText();
  const { form, busy, attempt, problem, field, summary, onSubmit } = useCheckedForm({
    name: 'sign-in',
    initialValues: { email, password: '' },
    checks: { email: checkEmail, password: checkGivenPassword },
    send: async (values) => {
      try {
        await signIn({ email: pastedText(values.email), password: values.password });
      } catch (error) {
        form.setFieldValue('password', '');
        if (!(error instanceof ApiError && error.code === 'second_factor_required')) throw error;
        await openScreen('/signin/code', { state: { ...wanted, email: pastedText(values.email) } });
      }
      return undefined;
    },
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="lg">
        {problem !== null && (
          <SummaryBox title={t('signin.error_title')} attempt={attempt}>
            <p>{t('signin.error_detail', { message: problemText(problem) })}</p>
            {problem instanceof ApiError && problem.code === 'too_many_attempts' && (
              <Link className="link" to="/forgot">
                {t('signin.orReset')}
              </Link>
            )}
          </SummaryBox>
        )}
        <ErrorSummary items={summary} attempt={attempt} />
        <TextField label={t('auth.email')} type="email" autoComplete="username" {...field('email')} />
        <Box pos="relative">
          <PasswordField label={t('auth.password')} autoComplete="current-password" {...field('password')} />
          {/* Level with the label, and after the field for the keyboard. */}
          <Box component={Link} className="link" pos="absolute" top={-12} right={0} to="/forgot">
            {t('auth.forgot')}
          </Box>
        </Box>
        <Button type="submit" tone="primary" block busy={busy} busyText={t('auth.signingIn')}>
          {t('nav.signin')}
        </Button>
      </Stack>
    </form>
  );
}
