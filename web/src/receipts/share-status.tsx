import '../ui/feedback/live-dot.css';
import './receipts.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sharedStatusOf, type ShareLink } from '@kernel/money/receipts';
import type { Transaction } from '@kernel/money/transfers';
import { maskHandle } from '@kernel/text/masks';
import { Flex, Group, Stack, Text } from '@mantine/core';
import { useMe } from '../accounts/use-session';
import { formatDay, formatMoney } from '../lib/format';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { Button } from '../ui/forms/button';
import { copyText } from '../ui/parts/copy-text';
import { Icon } from '../ui/parts/icon';
import { PlatformTile } from '../ui/parts/platform-tile';
import { Fine, Muted } from '../ui/parts/text';
import { useNarrow } from '../ui/parts/use-narrow';
import { STRONG, WithStrong } from '../ui/parts/with-strong';
import { Dialog } from '../ui/feedback/dialog';
import { ErrorBlock } from '../ui/feedback/error-block';
import { Notice } from '../ui/feedback/notice';
import { Bone, Skeleton } from '../ui/feedback/skeleton';
import { showSuccess } from '../ui/feedback/toasts';
import { SharedBadge } from './shared-badge';
import { useShareLinks } from './use-share-links';

interface ShareStatusProps {
  readonly transfer: Transaction;
}

/** A link that shows the recipient where the money is: made when the sender asks for it, copied, turned off. */
export function ShareStatus({ transfer }: ShareStatusProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
  };
  return (
    <>
      <Button
        px="xs"
        icon="share"
        onClick={() => {
          setOpen(true);
        }}
      >
        {t('share.button')}
      </Button>
      <Dialog place="center" open={open} onClose={close} title={t('share.open')}>
        <Content transfer={transfer} onClose={close} />
      </Dialog>
    </>
  );
}

interface ContentProps extends ShareStatusProps {
  readonly onClose: () => void;
}

function Content({ transfer, onClose }: ContentProps) {
  const { t } = useTranslation();
  const { data, error, mutate } = useShareLinks();
  if (!data && error !== undefined)
    return <ErrorBlock title={t('share.failed')} error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Skeleton>
        <Bone width="100%" height={144} />
      </Skeleton>
    );
  const link = data.items.find(({ transferId }) => transferId === transfer.id);
  return link ? <Active {...{ transfer, link, onClose }} /> : <Create id={transfer.id} />;
}

function Create({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const { share } = useShareLinks();
  const { trigger, isMutating, error } = useSend(() => share(id));
  return (
    <>
      <Stack gap="xs">
        <p>{t('share.text')}</p>
        <Problem error={error} />
      </Stack>
      <div className="dialog-actions">
        <Button tone="primary" busy={isMutating} onClick={() => void trigger()}>
          {t('share.create')}
        </Button>
      </div>
    </>
  );
}

interface ActiveProps extends ContentProps {
  readonly link: ShareLink;
}

function Active({ transfer, link, onClose }: ActiveProps) {
  const { t, i18n } = useTranslation();
  const narrow = useNarrow();
  const { stop } = useShareLinks();
  const { trigger, isMutating, error } = useSend(() => stop(transfer.id), {
    onSuccess: () => {
      onClose();
      showSuccess(t('share.stopped'));
    },
  });
  const copy = (
    <Button
      tone="primary"
      size={narrow ? 'md' : 'sm'}
      icon="copy"
      onClick={() => void copyText(link.url, t('share.copied'))}
    >
      {t('share.copy')}
    </Button>
  );
  const until = t('share.until', { day: formatDay(link.expiresAt, i18n.language) });
  return (
    <>
      <Stack gap="md">
        <Text className="live" c="var(--success)" fw="var(--fw-strong)" fz="sm">
          {t('share.on')}
        </Text>
        <Flex
          align="center"
          gap="sm"
          mih={56}
          p="7px 7px 7px 16px"
          bd="1px solid var(--border-strong)"
          bdrs="md"
        >
          <Icon name="link" />
          <span className="row-who">
            <Text span ff="monospace" fz="sm" title={link.url}>
              {link.url.replace(/^https?:\/\//, '')}
            </Text>
          </span>
          {!narrow && copy}
        </Flex>
        <Muted>
          <WithStrong text={t('share.anyone', { when: STRONG })} strong={until} />
        </Muted>
        <Preview transfer={transfer} url={link.url} />
        <Problem error={error} />
      </Stack>
      <Flex
        className="dialog-actions"
        direction={{ base: 'column', sm: 'row-reverse' }}
        justify="space-between"
      >
        {narrow ? copy : <Button onClick={onClose}>{t('share.done')}</Button>}
        <Button tone="subtle" c="var(--danger)" busy={isMutating} onClick={() => void trigger()}>
          {t('share.stop')}
        </Button>
      </Flex>
    </>
  );
}

/** What a recipient learns of the transfer, in short. */
function Preview({ transfer, url }: { readonly transfer: Transaction; readonly url: string }) {
  const { t, i18n } = useTranslation();
  const { firstName: name } = useMe();
  const amount = formatMoney(transfer.amount, i18n.language);
  return (
    <div className="well">
      <Group justify="space-between">
        <Fine>{t('share.sees')}</Fine>
        <a className="link" href={url} target="_blank" rel="noreferrer">
          {t('share.page')}
        </a>
      </Group>
      <Group gap="sm">
        <PlatformTile platform={transfer.platform} />
        <span className="row-who">
          <b>{t('share.preview', { amount, name })}</b>
          <span className="row-meta">{maskHandle(transfer.handle)}</span>
        </span>
        <SharedBadge status={sharedStatusOf(transfer.status)} />
      </Group>
    </div>
  );
}

function Problem({ error }: { readonly error: unknown }) {
  const problemText = useProblemText();
  if (error === undefined) return null;
  return (
    <Notice tone="danger" icon="alert" role="alert">
      {problemText(error)}
    </Notice>
  );
}
