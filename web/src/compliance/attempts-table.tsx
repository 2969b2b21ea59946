import '@mantine/core/styles/Table.layer.css';
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AttemptItem } from '@kernel/compliance';
import { formatExact, formatSecond } from '../lib/format';
import { Amount } from '../ui/amount';
import { Badge } from '../ui/badge';

interface AttemptsTableProps {
  readonly attempts: readonly AttemptItem[];
  /** The attempt that completed the pattern. */
  readonly trigger: string;
}

/** The transfers and refused attempts behind an alert, oldest first; names are masked by the server. */
export function AttemptsTable({ attempts, trigger }: AttemptsTableProps) {
  const { t } = useTranslation();
  const headings = ['time', 'transfer', 'recipient', 'platform', 'amount', 'result'];
  return (
    <div className="table-scroll" role="group" aria-label={t('compliance.behind')} tabIndex={0}>
      <Table className="attempts" verticalSpacing={10} horizontalSpacing="xs">
        <Table.Thead bg="var(--surface-2)" c="dimmed">
          <Table.Tr>
            {headings.map((heading) => (
              <Table.Th key={heading} scope="col" fw={400} ta={heading === 'amount' ? 'right' : 'left'}>
                {t(`compliance.columns.${heading}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
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
  const { t, i18n } = useTranslation();
  return (
    <Table.Tr className={isTrigger ? 'row-current' : undefined}>
      <Table.Td className="nowrap" title={formatExact(attempt.at, i18n.language)}>
        {formatSecond(attempt.at, i18n.language)}
      </Table.Td>
      <Table.Td className="mono">{attempt.transferId.slice(0, 8)}</Table.Td>
      <Table.Td>{attempt.recipient}</Table.Td>
      <Table.Td className="nowrap">{attempt.platform}</Table.Td>
      <Table.Td ta="right" fw={600}>
        <Amount value={attempt.amount} />
      </Table.Td>
      <Table.Td>
        {attempt.refused === null ? (
          <Badge tone="plain" icon="check">
            {t('compliance.acceptedShort')}
          </Badge>
        ) : (
          <Badge tone="danger" icon="crossCircle">
            {t('compliance.refusedShort', { reason: t(`compliance.refusals.${attempt.refused}`) })}
          </Badge>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
