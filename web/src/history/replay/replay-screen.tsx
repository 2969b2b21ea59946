import { useTranslation } from 'react-i18next';
import { ERASED } from '@kernel/text/erased';
import { Link, useParams } from 'react-router-dom';
import { Flex, Group, Stack, Text } from '@mantine/core';
import { formatMoney } from '../../lib/format';
import { senderPath } from '../../review/reveal/access-reason';
import { ForReason, HistoryHead, Unshown } from '../history-frame';
import { Revealable } from '../../review/reveal/reveal-button';
import { ReplaySteps } from './replay-steps';
import { useReplay, type LoadedReplay } from '../use-history';
import { useMasked } from '../../review/reveal/use-masked';
import './replay.css';
import '../../review/sender/standing.css';

/** The history of a transfer. */
export function TransferReplay() {
  return <ReplayScreen of="transfers" />;
}

/** The history of a sender. */
export function SenderReplay() {
  return <ReplayScreen of="senders" />;
}

/** Each load is recorded. */
function ReplayScreen({ of }: { readonly of: 'transfers' | 'senders' }) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  return (
    <ForReason here={t('replay.here')} title={t('replay.title.form')}>
      {(reason, onOtherReason) => <History {...{ of, id, reason, onOtherReason }} />}
    </ForReason>
  );
}

interface HistoryProps {
  readonly of: 'transfers' | 'senders';
  readonly id: string;
  readonly reason: string;
  readonly onOtherReason: () => void;
}

function History({ of, id, reason, onOtherReason }: HistoryProps) {
  const { t } = useTranslation();
  const { replay, ...state } = useReplay(of, id, reason);
  if (replay) return <Shown replay={replay} />;
  return (
    <Unshown
      here={t('replay.here')}
      title={t('replay.title.form')}
      failed={t('replay.failed')}
      {...state}
      onOtherReason={onOtherReason}
    />
  );
}

function Shown({ replay }: { readonly replay: LoadedReplay }) {
  const { t, i18n } = useTranslation();
  const masked = useMasked();
  const { uid, transfer, displayName, reason } = replay.newest;
  const title = transfer
    ? t('replay.title.transfer', { id: transfer.id.slice(0, 8) })
    : t('replay.title.sender', { name: masked(displayName) });
  return (
    <Stack gap="md">
      <HistoryHead
        here={t('replay.here')}
        title={title}
        access={replay.newest}
        lead={
          transfer &&
          t('replay.lead', {
            amount: formatMoney(transfer.amount, i18n.language),
            platform: transfer.platform,
            sender: masked(displayName),
            recipient: masked(transfer.recipient),
          })
        }
      />
      <div>
        <Link className="link" to={senderPath(uid, reason)}>
          {t('standing.open')}
        </Link>
      </div>
      {transfer && (
        <Flex
          component="dl"
          gap="xs"
          align="center"
          wrap="wrap"
          fz="sm"
          aria-label={t('standing.revealTransfer')}
        >
          {(['recipient', 'handle'] as const).map((field) => (
            <Group key={field} gap="xs">
              <Text component="dt" c="dimmed">
                {t(`standing.fields.${field}`)}
              </Text>
              <dd>
                <Revealable
                  masked={
                    field === 'recipient' || transfer.recipient === ERASED ? transfer.recipient : '••••'
                  }
                  {...{ subject: transfer.id, field, reason }}
                />
              </dd>
            </Group>
          ))}
        </Flex>
      )}
      <ReplaySteps {...replay} />
    </Stack>
  );
}
