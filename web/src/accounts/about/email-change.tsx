import { Box, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EmailState } from '@kernel/people/accounts';
import { useProblemText } from '../../lib/api/use-problem-text';
import { useSend } from '../../lib/api/use-send';
import { formatUpcoming } from '../../lib/format';
import { Notice } from '../../ui/feedback/notice';
import { showError, showSuccess } from '../../ui/feedback/toasts';
import { Button } from '../../ui/forms/button';
import { useEmail } from './use-email';

/** Below the address: the change that waits for its links, or how the last one is undone; nothing otherwise. */
export function EmailChange() {
  const { data, request, cancel } = useEmail();
  if (!data?.waiting && !data?.undo) return null;
  return (
    <Box px="var(--pad)" pb="md">
      {data.waiting ? (
        <WaitingEmail state={data} waiting={data.waiting} onResend={request} onCancel={cancel} />
      ) : (
        data.undo && <Undo undo={data.undo} />
      )}
    </Box>
  );
}

interface WaitingProps {
  readonly state: Pick<EmailState, 'email'>;
  readonly waiting: NonNullable<EmailState['waiting']>;
  readonly onResend: (email: string) => Promise<void>;
  readonly onCancel: () => Promise<void>;
}

/** Which links were not followed yet. */
export function WaitingEmail({ state, waiting, onResend, onCancel }: WaitingProps) {
  const { t, i18n } = useTranslation();
  const problemText = useProblemText();
  const { email, missing, expiresAt } = waiting;
  const effects = (done: string) => ({
    onSuccess: () => {
      showSuccess(done);
    },
    onError: (error: unknown) => {
      showError(problemText(error));
    },
  });
  const resend = useSend(() => onResend(email), effects(t('about.resent')));
  const withdraw = useSend(onCancel, effects(t('about.withdrawn')));
  return (
    <Notice tone="info" icon="mail" role="status" title={t('about.waiting', { email })}>
      <p>{t('about.waitingText', { time: formatUpcoming(expiresAt, i18n.language) })}</p>
      <ul>
        {missing.map((end) => (
          <li key={end}>{t(`about.missing.${end}`, { email: end === 'old' ? state.email : email })}</li>
        ))}
      </ul>
      <Group gap="xs" mt="sm">
        <Button size="sm" busy={resend.isMutating} onClick={() => void resend.trigger()}>
          {t('about.resend')}
        </Button>
        <Button size="sm" tone="subtle" busy={withdraw.isMutating} onClick={() => void withdraw.trigger()}>
          {t('about.withdraw')}
        </Button>
      </Group>
    </Notice>
  );
}

function Undo({ undo: { email, until } }: { readonly undo: NonNullable<EmailState['undo']> }) {
  const { t, i18n } = useTranslation();
  return (
    <Notice tone="info" icon="info">
      {t('about.undo', { email, time: formatUpcoming(until, i18n.language) })}
    </Notice>
  );
}
