import '@mantine/core/styles/Table.layer.css';
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AttemptItem } from '@kernel/compliance';
import { Amount } from '../ui/amount';
import { Badge } from '../ui/badge';
import { Moment } from './case-facts';
import { TableHead } from './table-head';

interface AttemptsTableProps {
  readonly attempts: readonly AttemptItem[];
  /** The attempt that completed the pattern. */
  readonly trigger: string;
}

/** On a phone, what tells attempts apart. */
const COLUMNS = [
  { name: 'time' },
  { name: 'transfer', className: 'wide-only' },
  { name: 'recipient' },
  { name: 'platform', className: 'wide-only' },
  { name: 'amount', className: 'number' },
  { name: 'result' },
];

/** The transfers and refused attempts behind an alert, oldest first; names are masked by the server. */
export function AttemptsTable({ attempts, trigger }: AttemptsTableProps) {
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
              isTrigger={attempt.transferId === trigger}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function AttemptRow({ attempt, isTrigger }: { readonly attempt: AttemptItem; readonly isTrigger: boolean }) {
  const { t } = useTranslation();
  return (
    <Table.Tr className={isTrigger ? 'row-current' : undefined}>
      <Table.Td>
        <Moment at={attempt.at} />
      </Table.Td>
      <Table.Td className="mono wide-only">{attempt.transferId.slice(0, 8)}</Table.Td>
      <Table.Td>
        {/* A name of many words must not push the amount out of view. */}
        <span className="attempt-recipient">{attempt.recipient}</span>
      </Table.Td>
      <Table.Td className="nowrap wide-only">{attempt.platform}</Table.Td>
      <Table.Td className="number strong">
        <Amount value={attempt.amount} />
      </Table.Td>
      <Table.Td>
        {attempt.refused === null ? (
          <>
            <Badge tone="plain" icon="check">
              {t('compliance.acceptedShort')}
            </Badge>
            {attempt.payment && <p className="t12 muted">{t(`status.${attempt.payment.status}`)}</p>}
          </>
        ) : (
          <>
            <Badge tone="danger" icon="crossCircle">
              {t('compliance.refusedShort')}
            </Badge>
            <p className="t12 muted">{t(`compliance.refusals.${attempt.refused}`)}</p>
          </>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
