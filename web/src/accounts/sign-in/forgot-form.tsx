import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pastedText } from '@kernel/text/pasted-text';
import { Stack } from '@mantine/core';
import { useProblemText } from '../../lib/api/use-problem-text';
import { Button } from '../../ui/forms/button';
import { ErrorSummary, SummaryBox } from '../../ui/forms/error-summary';
import { Notice } from '../../ui/feedback/notice';
import { TextField } from '../../ui/forms/text-field';
import { useCheckedForm } from '../../ui/forms/use-checked-form';
import { checkEmail } from '../passwords/checks';
import { useAccountCommands } from '../use-account-commands';

/** A mail needs a while: until then another one is useless. */
const RESEND_AFTER_SECONDS = 60;

/** Requests a reset link; the response is the same whether or not the account exists. */
export function ForgotForm() {
  const { t } = useTranslation();
  const { forget } = useAccountCommands();
  const problemText = useProblemText();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const wait = useSecondsLeft(sentTo);
  const { busy, attempt, problem, field, summary, onSubmit } = useCheckedForm({
    name: 'forgot',
    initialValues: { email: '' },
    checks: { email: checkEmail },
    send: async ({ email }) => {
      if (wait.seconds > 0) return undefined;
      await forget(pastedText(email));
      setSentTo(pastedText(email));
      wait.restart(RESEND_AFTER_SECONDS);
      return undefined;
    },
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="lg">
        {problem !== null && <SummaryBox title={problemText(problem)} attempt={attempt} />}
        <ErrorSummary items={summary} attempt={attempt} />
        {sentTo !== null && problem === null && (
          <Notice tone="success" icon="mail" role="status">
            {t('forgot.sent', { email: sentTo })}
          </Notice>
        )}
        <TextField label={t('auth.email')} type="email" autoComplete="username" {...field('email')} />
        <div>
          <Button type="submit" tone="primary" block busy={busy} busyText={t('forgot.sending')}>
            {sentTo === null ? t('forgot.send') : t('forgot.resend')}
          </Button>
          {wait.seconds > 0 && <p className="hint">{t('forgot.resendIn', { seconds: wait.seconds })}</p>}
        </div>
      </Stack>
    </form>
  );
}

function useSecondsLeft(sentTo: string | null) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (seconds === 0) return undefined;
    const timer = setTimeout(() => {
      setSeconds(seconds - 1);
    }, 1_000);
    return () => {
      clearTimeout(timer);
    };
  }, [seconds, sentTo]);
  return { seconds, restart: setSeconds };
}
