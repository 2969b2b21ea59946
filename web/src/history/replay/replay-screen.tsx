import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { REASON_PATTERN } from '@kernel/staff/access-reasons';
import type { Replay } from '@kernel/staff/replay';
import { Flex, Group, Stack, Text } from '@mantine/core';
import { formatMoney } from '../../lib/format';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { reasonOf, senderPath } from '../../review/reveal/access-reason';
import { HistoryHead, HistorySkeleton, isMissing, NoHistory } from '../history-frame';
import { Revealable } from '../../review/reveal/reveal-button';
import { ReasonCard } from '../../review/case/reason-card';
import { ReplaySteps } from './replay-steps';
import { useReplay } from './use-replay';
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

/** A history for the reason in the address; without one, a form that asks for it. Each load is recorded. */
function ReplayScreen({ of }: { readonly of: 'transfers' | 'senders' }) {
  const { id = '' } = useParams();
  const [parameters, setParameters] = useSearchParams();
  const given = parameters.get('reason') ?? '';
  const reason = REASON_PATTERN.test(given) ? given : null;
  if (reason !== null)
    return (
      <History
        of={of}
        id={id}
        reason={reason}
        onOtherReason={() => {
          setParameters({}, { replace: true });
        }}
      />
    );
  return (
    <Stack gap="md">
      <UnnamedHead />
      <ReasonCard
        onReason={(typed) => {
          setParameters({ reason: reasonOf(typed) }, { replace: true });
        }}
      />
    </Stack>
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
  const { data, error, isLoading, mutate } = useReplay(of, id, reason);
  if (data) return <Shown replay={data} />;
  return (
    <Stack gap="md">
      <UnnamedHead />
      {isLoading && <HistorySkeleton />}
      {isMissing(error) && <NoHistory onOtherReason={onOtherReason} />}
      {error && !isMissing(error) && (
        <ErrorBlock title={t('replay.failed')} error={error} onRetry={() => void mutate()} />
      )}
    </Stack>
  );
}

/** Before it is known whose history it is. */
function UnnamedHead() {
  const { t } = useTranslation();
  return <HistoryHead here={t('replay.here')} title={t('replay.title.form')} access={null} />;
}

function Shown({ replay }: { readonly replay: Replay }) {
  const { t, i18n } = useTranslation();
  const { uid, transfer, displayName, reason } = replay;
  const title = transfer
    ? t('replay.title.transfer', { id: transfer.id.slice(0, 8) })
    : t('replay.title.sender', { name: displayName });
  return (
    <div className="stack-16">
      <HistoryHead
        here={t('replay.here')}
        title={title}
        access={replay}
        lead={
          transfer &&
          t('replay.lead', {
            amount: formatMoney(transfer.amount, i18n.language),
            platform: transfer.platform,
            sender: displayName,
            recipient: transfer.recipient,
          })
        }
      />
      <Link className="link" to={senderPath(uid, reason)}>
        {t('standing.open')}
      </Link>
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
                  masked={field === 'recipient' ? transfer.recipient : '••••'}
                  {...{ subject: transfer.id, field, reason }}
                />
              </dd>
            </Group>
          ))}
        </Flex>
      )}
      <ReplaySteps replay={replay} />
    </div>
  );
}
