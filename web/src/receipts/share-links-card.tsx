import './receipts.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActiveShareLinks } from '@kernel/money/receipts';
import { Group } from '@mantine/core';
import { formatDay, formatMoney } from '../lib/format';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { Button } from '../ui/forms/button';
import { Card } from '../ui/parts/card';
import { copyText } from '../ui/parts/copy-text';
import { Icon } from '../ui/parts/icon';
import { Rows } from '../ui/parts/row';
import { Dialog } from '../ui/feedback/dialog';
import { ErrorBlock } from '../ui/feedback/error-block';
import { showError, showSuccess } from '../ui/feedback/toasts';
import { useShareLinks } from './use-share-links';

/** The links by which others see the status of a transfer, each with its end; nothing while there are none. */
export function ShareLinksCard() {
  const { t } = useTranslation();
  const { data, error, mutate } = useShareLinks();
  if (!data)
    return error === undefined ? null : (
      <Card title={t('share.links')}>
        <ErrorBlock title={t('share.failed')} error={error} onRetry={() => void mutate()} />
      </Card>
    );
  if (data.items.length === 0) return null;
  return (
    <Card title={t('share.links')} subtitle={t('share.linksText')} aside={<TurnOffAll />}>
      <Rows>
        {data.items.map((link) => (
          <LinkRow key={link.transferId} link={link} />
        ))}
      </Rows>
    </Card>
  );
}

function LinkRow({ link }: { readonly link: ActiveShareLinks['items'][number] }) {
  const { t, i18n } = useTranslation();
  const problemText = useProblemText();
  const { stop } = useShareLinks();
  const { trigger, isMutating } = useSend(() => stop(link.transferId), {
    onSuccess: () => {
      showSuccess(t('share.stopped'));
    },
    onError: (failure) => {
      showError(problemText(failure));
    },
  });
  const { recipient, status } = link;
  const transfer = t('share.transfer', { amount: formatMoney(link.amount, i18n.language), recipient });
  const until = t('share.until', { day: formatDay(link.expiresAt, i18n.language) });
  return (
    <li className="row share-row">
      <Icon name="link" />
      <span className="row-who">
        <b>{transfer}</b>
        <span className="row-meta">
          {t(`status.${status}`)} · {until}
        </span>
      </span>
      <Group gap="xs">
        <Button
          size="sm"
          icon="copy"
          aria-label={t('share.copyNamed', { transfer })}
          onClick={() => void copyText(link.url, t('share.copied'))}
        >
          {t('share.copy')}
        </Button>
        <Button
          size="sm"
          busy={isMutating}
          aria-label={t('share.stopNamed', { transfer })}
          onClick={() => void trigger()}
        >
          {t('share.stop')}
        </Button>
      </Group>
    </li>
  );
}

/** After a confirmation: those who have a link do not get the next one by themselves. */
function TurnOffAll() {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { stopAll } = useShareLinks();
  const [isConfirming, setConfirming] = useState(false);
  const close = () => {
    setConfirming(false);
  };
  const { trigger, isMutating } = useSend(stopAll, {
    onSuccess: () => {
      close();
      showSuccess(t('share.stoppedAll'));
    },
    onError: (failure) => {
      close();
      showError(problemText(failure));
    },
  });
  return (
    <>
      <Button
        tone="danger"
        size="sm"
        onClick={() => {
          setConfirming(true);
        }}
      >
        {t('share.stopAll')}
      </Button>
      <Dialog
        place="center"
        open={isConfirming}
        onClose={close}
        title={t('share.stopAllTitle')}
        actions={
          <>
            <Button tone="danger" busy={isMutating} onClick={() => void trigger()}>
              {t('share.stopAll')}
            </Button>
            <Button onClick={close}>{t('share.keep')}</Button>
          </>
        }
      >
        <p>{t('share.stopAllText')}</p>
      </Dialog>
    </>
  );
}
