import '@mantine/core/styles/Table.layer.css';
import { Box, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AttemptItem } from '@kernel/staff/compliance';
import { Amount } from '../../ui/parts/amount';
import { Muted } from '../../ui/parts/text';
import { Badge } from '../../ui/feedback/badge';
import { replayPath } from '../reveal/access-reason';
import { Moment } from './case-facts';
import { Revealable } from '../reveal/reveal-button';
import { TableHead } from '../frame/table-head';

/** On a phone, what tells attempts apart. */
const COLUMNS = [
  { name: 'time' },
  { name: 'transfer', className: 'wide-only' },
  { name: 'recipient' },
  { name: 'platform', className: 'wide-only' },
  { name: 'amount', className: 'number' },
  { name: 'result' },
];

interface AttemptsProps {
  readonly attempts: readonly AttemptItem[];
  /** The one that completed the pattern. */
  readonly triggerId: string;
  /** Gives the reason for a replay; null without one. */
  readonly caseId: string | null;
}

/** The transfers and refused attempts behind an alert, oldest first; each transfer leads to its replay. Names are masked by the server. */
export function AttemptsTable({ attempts, triggerId, caseId }: AttemptsProps) {
  const { t } = useTranslation();
  return (
    <div className="scroll-x" role="group" aria-label={t('compliance.behind')} tabIndex={0}>
      <Table className="attempts" verticalSpacing={9}>
        <TableHead columns={COLUMNS} textOf={(name) => t(`compliance.columns.${name}`)} />
        <Table.Tbody>
          {attempts.map((attempt) => (
            <AttemptRow
              key={attempt.transferId}
              attempt={attempt}
              caseId={caseId}
              isTrigger={attempt.transferId === triggerId}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface AttemptRowProps {
  readonly attempt: AttemptItem;
  readonly caseId: string | null;
  /** It completed the pattern. */
  readonly isTrigger: boolean;
}

function AttemptRow({ attempt, caseId, isTrigger }: AttemptRowProps) {
  return (
    <Table.Tr className={isTrigger ? 'row-current' : undefined}>
      <Table.Td>
        <Moment at={attempt.at} />
        <div className="narrow-only">
          <TransferLink attempt={attempt} caseId={caseId} />
        </div>
      </Table.Td>
      <Table.Td className="wide-only">
        <TransferLink attempt={attempt} caseId={caseId} />
      </Table.Td>
      <Table.Td>
        <Recipient attempt={attempt} caseId={caseId} />
      </Table.Td>
      <Table.Td className="nowrap wide-only">{attempt.platform}</Table.Td>
      <Table.Td className="number" fw={600}>
        <Amount value={attempt.amount} />
      </Table.Td>
      <Table.Td>
        <Result attempt={attempt} />
      </Table.Td>
    </Table.Tr>
  );
}

/**
 * Masked. A field is shown for a case alone: without one there is no reason, and an attempt that was refused is no transfer
 * with fields to show.
 */
function Recipient({ attempt, caseId }: Omit<AttemptRowProps, 'isTrigger'>) {
  const { transferId, recipient, handle, refused } = attempt;
  // A name of many words must not push the amount out of view.
  if (refused !== null || caseId === null) return <span className="attempt-recipient">{recipient}</span>;
  return (['recipient', 'handle'] as const).map((field) => (
    <Box key={field} className="attempt-recipient" {...(field === 'handle' && { c: 'dimmed', fz: 'xs' })}>
      <Revealable
        masked={field === 'handle' ? handle : recipient}
        subject={transferId}
        field={field}
        reason={`case:${caseId}`}
        compact
      />
    </Box>
  ));
}

function TransferLink({ attempt: { transferId, refused }, caseId }: Omit<AttemptRowProps, 'isTrigger'>) {
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
    <div className="attempt-result">
      {badge} <Muted span>{text}</Muted>
    </div>
  );
}
