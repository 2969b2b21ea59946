import '@mantine/core/styles/Table.layer.css';
import { useState, type ReactNode } from 'react';
import { Box, Flex, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AttemptItem } from '@kernel/staff/compliance';
import { PLATFORMS } from '@kernel/money/platforms';
import { formatSpan } from '../../lib/format';
import type { Run } from '../../lib/runs';
import { Amount } from '../../ui/parts/amount';
import { PlatformTile } from '../../ui/parts/platform-tile';
import { Muted } from '../../ui/parts/text';
import { useNarrow } from '../../ui/parts/use-narrow';
import { Badge } from '../../ui/feedback/badge';
import { replayPath } from '../reveal/access-reason';
import { groupedAttempts } from './attempt-groups';
import { Moment } from './case-facts';
import { TimesButton } from './times-button';
import { Revealable } from '../reveal/reveal-button';
import { TableHead } from '../frame/table-head';
import { useMasked } from '../reveal/use-masked';

/** Of a list of attempts; on a phone, what tells them apart. */
export const ATTEMPT_COLUMNS = [
  { name: 'time' },
  { name: 'transfer', className: 'wide-only' },
  { name: 'recipient' },
  { name: 'amount', className: 'number' },
  { name: 'result' },
];

/** Whether the payment of an attempt is held, and what is said about that below it; null without anything to say. */
export interface HoldCells {
  readonly state: ReactNode;
  readonly details: ReactNode;
}

interface AttemptsProps {
  readonly attempts: readonly AttemptItem[];
  /** The one that completed the pattern. */
  readonly triggerId: string;
  /** Gives the reason for a replay; null without one. */
  readonly caseId: string | null;
  /** Of a case whose payments can be held. */
  readonly holdOf?: (attempt: AttemptItem) => HoldCells;
}

/**
 * The transfers and refused attempts behind an alert, oldest first, equal ones together; each transfer leads to its replay.
 * Names are masked by the server.
 */
export function AttemptsTable({ attempts, ...rest }: AttemptsProps) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const columns = rest.holdOf && !narrow ? [...ATTEMPT_COLUMNS, { name: 'hold' }] : ATTEMPT_COLUMNS;
  return (
    <div className="scroll-x" role="group" aria-label={t('compliance.behind')} tabIndex={0}>
      <Table className="attempts" verticalSpacing={3}>
        <TableHead columns={columns} textOf={(name) => t(`compliance.columns.${name}`)} />
        <Table.Tbody>
          {groupedAttempts(attempts).map((group) => (
            <AttemptRows key={group[0].transferId} group={group} {...rest} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface AttemptRowsProps extends Omit<AttemptsProps, 'attempts'> {
  readonly group: Run<AttemptItem>;
}

/** Equal attempts in one row, which opens to each of them. */
function AttemptRows({ group, ...rest }: AttemptRowsProps) {
  const { i18n } = useTranslation();
  const narrow = useNarrow();
  const [isOpen, setIsOpen] = useState(false);
  const [first] = group;
  const last = group.at(-1) ?? first;
  if (group.length === 1) return <AttemptRow attempt={first} {...rest} />;
  const unfold = <TimesButton count={group.length} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />;
  return (
    <>
      <Table.Tr
        className={group.some(({ transferId }) => transferId === rest.triggerId) ? 'row-current' : ''}
      >
        <Table.Td>
          {formatSpan(first.at, last.at, i18n.language)}
          {narrow && <div>{unfold}</div>}
        </Table.Td>
        <Table.Td className="wide-only">{!narrow && unfold}</Table.Td>
        <SharedCells attempt={first} {...rest} />
      </Table.Tr>
      {isOpen && group.map((attempt) => <AttemptRow key={attempt.transferId} attempt={attempt} {...rest} />)}
    </>
  );
}

interface AttemptRowProps extends Omit<AttemptsProps, 'attempts'> {
  readonly attempt: AttemptItem;
}

function AttemptRow(props: AttemptRowProps) {
  const { attempt, triggerId, caseId, holdOf } = props;
  const details = holdOf?.(attempt).details ?? null;
  return (
    <>
      <Table.Tr className={attempt.transferId === triggerId ? 'row-current' : undefined}>
        <Table.Td>
          <Moment at={attempt.at} />
          <div className="narrow-only">
            <TransferLink attempt={attempt} caseId={caseId} />
          </div>
        </Table.Td>
        <Table.Td className="wide-only">
          <TransferLink attempt={attempt} caseId={caseId} />
        </Table.Td>
        <SharedCells {...props} />
      </Table.Tr>
      {details !== null && (
        <Table.Tr className="attempt-details">
          <Table.Td colSpan={ATTEMPT_COLUMNS.length + 1} pt={0} fz="xs">
            {details}
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

/** What equal attempts have in common. */
function SharedCells({ attempt, caseId, holdOf }: Omit<AttemptRowProps, 'triggerId'>) {
  // On a phone there is no room for one more column.
  const narrow = useNarrow();
  const hold = holdOf?.(attempt).state;
  return (
    <>
      <Table.Td>
        <Recipient attempt={attempt} caseId={caseId} />
      </Table.Td>
      <Table.Td className="number" fw={600}>
        <Amount value={attempt.amount} />
      </Table.Td>
      <Table.Td>
        <Result attempt={attempt} />
        {narrow && hold}
      </Table.Td>
      {holdOf && !narrow && <Table.Td>{hold}</Table.Td>}
    </>
  );
}

interface RecipientProps {
  readonly attempt: AttemptItem;
  readonly caseId: string | null;
}

/** Masked, with the platform. */
function Recipient({ attempt, caseId }: RecipientProps) {
  const platform = PLATFORMS.find((one) => one === attempt.platform);
  return (
    <Flex gap="xs" align="center">
      {platform && (
        <span className="wide-only">
          <PlatformTile platform={platform} size={24} />
        </span>
      )}
      <span className="visually-hidden">{attempt.platform}</span>
      <div>
        <RecipientFields attempt={attempt} caseId={caseId} />
      </div>
    </Flex>
  );
}

/**
 * A field is shown for a case alone: without one there is no reason, and an attempt that was refused is no transfer with fields
 * to show.
 */
function RecipientFields({ attempt, caseId }: RecipientProps) {
  const masked = useMasked();
  const { transferId, recipient, handle, refused } = attempt;
  // A name of many words must not push the amount out of view.
  if (refused !== null || caseId === null)
    return <span className="attempt-recipient">{masked(recipient)}</span>;
  return (['recipient', 'handle'] as const).map((field) => (
    <Box key={field} className="attempt-recipient" {...(field === 'handle' && { c: 'dimmed', fz: 'xs' })}>
      <Revealable
        masked={field === 'handle' ? handle : recipient}
        subject={transferId}
        field={field}
        forCase={caseId}
        compact
      />
    </Box>
  ));
}

function TransferLink({ attempt: { transferId, refused }, caseId }: RecipientProps) {
  const shown = transferId.slice(0, 8);
  if (refused !== null || caseId === null)
    return (
      <Text span ff="monospace">
        {shown}
      </Text>
    );
  return (
    <Box
      component={Link}
      className="link link-inline"
      ff="monospace"
      to={replayPath(`transfers/${transferId}`, `case:${caseId}`)}
    >
      {shown}
    </Box>
  );
}

/** What became of an attempt, in one line. */
function Result({ attempt: { refused, payment } }: { readonly attempt: AttemptItem }) {
  const { t } = useTranslation();
  const [badge, text] =
    refused === null
      ? [
          <Badge key="accepted" tone="plain" icon="check">
            {t('compliance.acceptedShort')}
          </Badge>,
          payment && t(`status.${payment.status}`),
        ]
      : [
          <Badge key="refused" tone="danger" icon="crossCircle">
            {t('compliance.refusedShort')}
          </Badge>,
          t(`compliance.refusals.${refused}`),
        ];
  return (
    <Flex gap="0 var(--s-4)" align="center" wrap="wrap">
      {badge} <Muted span>{text}</Muted>
    </Flex>
  );
}
