import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShareLink } from '@kernel/money/receipts';
import { Stack, Text } from '@mantine/core';
import { sendJson } from '../lib/api/api';
import { formatDay } from '../lib/format';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { Button } from '../ui/forms/button';
import { copyText } from '../ui/parts/copy-text';
import { Muted } from '../ui/parts/text';
import { Dialog } from '../ui/feedback/dialog';
import { Notice } from '../ui/feedback/notice';
import { showSuccess } from '../ui/feedback/toasts';

/** A link that shows the recipient where the money is: made when the sender asks for it, copied, turned off. */
export function ShareStatus({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [open, setOpen] = useState(false);
  const [link, setLink] = useState<ShareLink | null>(null);
  const share = useSend(() => sendJson('POST', '/transfers/{id}/share', { path: { id } }), {
    onSuccess: setLink,
  });
  const stop = useSend(() => sendJson('DELETE', '/transfers/{id}/share', { path: { id } }), {
    onSuccess: () => {
      setLink(null);
      setOpen(false);
      showSuccess(t('share.stopped'));
    },
  });
  const failed: unknown = share.error ?? stop.error;
  return (
    <>
      <Button
        block
        icon="share"
        onClick={() => {
          setOpen(true);
        }}
      >
        {t('share.button')}
      </Button>
      <Dialog
        place="center"
        open={open}
        onClose={() => {
          setOpen(false);
        }}
        title={t('share.open')}
        actions={
          link ? (
            <>
              <Button tone="primary" icon="copy" onClick={() => void copyText(link.url, t('share.copied'))}>
                {t('share.copy')}
              </Button>
              <Button tone="danger" busy={stop.isMutating} onClick={() => void stop.trigger()}>
                {t('share.stop')}
              </Button>
            </>
          ) : (
            <Button tone="primary" busy={share.isMutating} onClick={() => void share.trigger()}>
              {t('share.create')}
            </Button>
          )
        }
      >
        <Stack gap="xs">
          <p>{t('share.text')}</p>
          {link && <Shown link={link} />}
          {failed !== undefined && (
            <Notice tone="danger" icon="alert" role="alert">
              {problemText(failed)}
            </Notice>
          )}
        </Stack>
      </Dialog>
    </>
  );
}

function Shown({ link }: { readonly link: ShareLink }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <Text className="wrap-anywhere" ff="monospace" fz="sm">
        {link.url}
      </Text>
      <Muted>{t('share.until', { day: formatDay(link.expiresAt, i18n.language) })}</Muted>
    </>
  );
}
