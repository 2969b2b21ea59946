import { useTranslation } from 'react-i18next';
import { Group } from '@mantine/core';
import { useMe } from './use-session';
import { sendJson } from '../lib/api/api';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { Button } from '../ui/forms/button';
import { FieldError } from '../ui/forms/field';
import { Notice } from '../ui/feedback/notice';

/** A reminder to confirm the email address; the link can be sent again. `text` explains why it is needed. */
export function EmailReminder({ title, text }: { readonly title: string; readonly text: string }) {
  const { t } = useTranslation();
  const { email } = useMe();
  const problemText = useProblemText();
  const resend = useSend(async () => {
    await sendJson('POST', '/auth/confirm/resend');
    return 'sent' as const;
  });
  const sent = resend.data === 'sent';
  return (
    <Notice tone="info" icon="mail" title={title}>
      <p>{text}</p>
      <p role="status">{sent && t('dashboard.resent', { email })}</p>
      {resend.error !== undefined && !resend.isMutating && (
        <FieldError id="resend-error">{problemText(resend.error)}</FieldError>
      )}
      {!sent && (
        <Group gap="xs" mt="sm">
          <Button
            size="sm"
            busy={resend.isMutating}
            busyText={t('dashboard.resending')}
            onClick={() => void resend.trigger()}
          >
            {t('dashboard.resend')}
          </Button>
        </Group>
      )}
    </Notice>
  );
}
