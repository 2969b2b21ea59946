import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PendingLink } from '@kernel/people/accounts';
import { ApiError } from '../../lib/api/api-error';
import { useProblemText } from '../../lib/api/use-problem-text';
import { useOpenScreen } from '../../lib/navigation';
import { Button } from '../../ui/forms/button';
import { ErrorSummary, SummaryBox } from '../../ui/forms/error-summary';
import { PasswordField } from '../../ui/forms/password-field';
import { useCheckedForm } from '../../ui/forms/use-checked-form';
import { checkGivenPassword } from '../passwords/checks';
import { useAccountCommands } from '../use-account-commands';
import { UsernameField } from '../passwords/username-field';

type LinkFormProps = Pick<PendingLink, 'email' | 'returnTo'>;

/** The password that links an account at a provider. A refusal empties it and takes the focus. */
export function LinkForm({ email, returnTo }: LinkFormProps) {
  const { t } = useTranslation();
  const openScreen = useOpenScreen();
  const { link } = useAccountCommands();
  const problemText = useProblemText();
  const { form, busy, attempt, problem, field, summary, onSubmit } = useCheckedForm({
    name: 'link',
    initialValues: { password: '' },
    checks: { password: checkGivenPassword },
    send: async ({ password }) => {
      try {
        // The screen starts again with the session, when the server knows nothing more of the link.
        await openScreen('/signin/link', { replace: true, state: { from: returnTo } });
        await link(password);
      } catch (error) {
        form.setFieldValue('password', '');
        if (!(error instanceof ApiError && error.code === 'second_factor_required')) throw error;
        await openScreen('/signin/code', { state: { email, from: returnTo } });
      }
      return undefined;
    },
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <UsernameField email={email} />
      <Stack gap="lg" mt="lg">
        {problem !== null && (
          <SummaryBox title={t('social.error', { message: problemText(problem) })} attempt={attempt}>
            <Link className="link" to="/forgot">
              {t('auth.forgot')}
            </Link>
          </SummaryBox>
        )}
        <ErrorSummary items={summary} attempt={attempt} />
        <PasswordField label={t('auth.password')} autoComplete="current-password" {...field('password')} />
        <Button type="submit" tone="primary" block busy={busy} busyText={t('social.linking')}>
          {t('social.link')}
        </Button>
      </Stack>
    </form>
  );
}
