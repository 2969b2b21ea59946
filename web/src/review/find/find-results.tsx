import '../sender/standing.css';
import { Box, Group, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FindResult, FoundSender, FoundTransfer } from '@kernel/staff/find';
import { formatDay } from '../../lib/format';
import { Amount } from '../../ui/parts/amount';
import { Badge, StatusBadge, VerificationBadge } from '../../ui/feedback/badge';
import { ButtonLink } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { Fine, Muted } from '../../ui/parts/text';
import { EmptyState } from '../../ui/feedback/empty-state';
import { replayPath, senderAtPath, senderPath } from '../reveal/access-reason';
import { Moment } from '../case/case-facts';
import { Revealable } from '../reveal/reveal-button';
import { SenderStates } from '../sender/sender-states';
import { Fact, Facts } from '../frame/facts';
import { ListTable, type Column } from '../frame/list-table';
import { SenderFigures } from '../sender/sender-figures';
import { useMasked } from '../reveal/use-masked';

interface FindResultsProps {
  readonly result: FindResult;
  /** Of the search; what is opened from here is recorded with it. */
  readonly reason: string;
}

/** The senders and transfers that a search found, masked. */
export function FindResults({ result, reason }: FindResultsProps) {
  const { t } = useTranslation();
  const { by, senders, hadEmail, transfers, cut } = result;
  if (senders.length + transfers.length === 0)
    return <EmptyState icon="search" title={t('find.nothing')} text={t('find.nothingText')} />;
  return (
    <>
      <Group gap="xs">
        <h2>{t(`find.found.${by}`, { count: senders.length })}</h2>
        <Fine span>{t('find.masked')}</Fine>
      </Group>
      <SimpleGrid minColWidth="min(100%, 360px)">
        {senders.map((sender) => (
          <SenderCard
            key={sender.uid}
            sender={sender}
            isFormer={hadEmail.includes(sender.uid)}
            reason={reason}
          />
        ))}
      </SimpleGrid>
      {transfers.length > 0 && (
        <Card className="card-flush" title={t('find.transfers')}>
          <Transfers transfers={transfers} reason={reason} />
          {cut && <Muted className="table-note">{t('find.cut', { count: transfers.length })}</Muted>}
        </Card>
      )}
    </>
  );
}

interface SenderCardProps {
  readonly sender: FoundSender;
  /** Found by an email address that it no longer has. */
  readonly isFormer: boolean;
  readonly reason: string;
}

function SenderCard({ sender, isFormer, reason }: SenderCardProps) {
  const { t, i18n } = useTranslation();
  const { uid, displayName, email, since, verification, states } = sender;
  const name = useMasked()(displayName);
  return (
    <Card
      title={
        <>
          <Revealable masked={displayName} subject={uid} field="name" reason={reason} />
          <Muted span className="wrap-anywhere" display="block" fw={400}>
            <Revealable masked={email} subject={uid} field="email" reason={reason} />
          </Muted>
        </>
      }
      aside={
        <Group gap="xs">
          {isFormer && <Badge icon="mail">{t('find.hadEmail')}</Badge>}
          <SenderStates states={states} />
          <VerificationBadge badge={verification} />
        </Group>
      }
    >
      <Facts className="found-facts" cols={3}>
        <Fact name={t('find.since')}>{formatDay(since, i18n.language)}</Fact>
        <SenderFigures sender={sender} />
      </Facts>
      <Group gap="xs">
        <ButtonLink
          size="xs"
          icon="person"
          to={senderPath(uid, reason)}
          aria-label={t('standing.openOf', { name })}
        >
          {t('standing.open')}
        </ButtonLink>
        <ButtonLink
          size="xs"
          icon="history"
          to={replayPath(`senders/${uid}`, reason)}
          aria-label={t('find.historyOf', { name })}
        >
          {t('find.history')}
        </ButtonLink>
        <ButtonLink
          size="xs"
          icon="clock"
          to={senderAtPath(uid, reason)}
          aria-label={t('senderAt.openOf', { name })}
        >
          {t('senderAt.open')}
        </ButtonLink>
      </Group>
    </Card>
  );
}

function Transfers({ transfers, reason }: Pick<FindResult, 'transfers'> & { readonly reason: string }) {
  const { t } = useTranslation();
  return (
    <ListTable
      items={transfers}
      columns={useTransferColumns(reason)}
      textOf={(name) => t(`find.columns.${name}`)}
      idOf={({ id }) => id}
    />
  );
}

function useTransferColumns(reason: string): readonly Column<FoundTransfer>[] {
  const { t } = useTranslation();
  const masked = useMasked();
  const wide = { className: 'wide-only' };
  return [
    {
      name: 'requested',
      cell: ({ id, createdAt }) => (
        <Link
          className="cover"
          to={replayPath(`transfers/${id}`, reason)}
          aria-label={t('find.replayOf', { id: id.slice(0, 8) })}
        >
          <Moment at={createdAt} />
        </Link>
      ),
    },
    { name: 'transfer', ...wide, look: { ff: 'monospace' }, cell: ({ id }) => id.slice(0, 8) },
    { name: 'sender', ...wide, cell: ({ displayName }) => masked(displayName) },
    {
      name: 'recipient',
      ...wide,
      cell: ({ id, recipient, platform, handle }) => (
        <>
          <Revealable masked={recipient} subject={id} field="recipient" reason={reason} />, {platform}
          <Box c="dimmed" fz="xs">
            <Revealable masked={handle} subject={id} field="handle" reason={reason} />
          </Box>
        </>
      ),
    },
    {
      name: 'amount',
      className: 'number',
      look: { fw: 600 },
      cell: ({ amount }) => <Amount value={amount} />,
    },
    { name: 'status', cell: ({ status }) => <StatusBadge status={status} inRow /> },
    {
      name: 'replay',
      className: 'number wide-only',
      look: { c: 'var(--accent-text)', fw: 600, 'aria-hidden': true },
      cell: () => t('find.replay'),
    },
  ];
}
