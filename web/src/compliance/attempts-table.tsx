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
      <table className="staff-table">
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col" className={heading === 'amount' ? 'number' : undefined}>
                {t(`compliance.columns.${heading}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {attempts.map((attempt) => (
            <AttemptRow
              key={attempt.transferId}
              attempt={attempt}
              isTrigger={attempt.transferId === trigger}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AttemptRow({ attempt, isTrigger }: { readonly attempt: AttemptItem; readonly isTrigger: boolean }) {
  const { t, i18n } = useTranslation();
  return (
    <tr className={isTrigger ? 'row-trigger' : undefined}>
      <td className="nowrap" title={formatExact(attempt.at, i18n.language)}>
        {formatSecond(attempt.at, i18n.language)}
      </td>
      <td className="mono">{attempt.transferId.slice(0, 8)}</td>
      <td>{attempt.recipient}</td>
      <td className="nowrap">{attempt.platform}</td>
      <td className="number strong">
        <Amount value={attempt.amount} />
      </td>
      <td>
        {attempt.refused === null ? (
          <Badge tone="plain" icon="check">
            {t('compliance.acceptedShort')}
          </Badge>
        ) : (
          <Badge tone="danger" icon="crossCircle">
            {t('compliance.refusedShort', { reason: t(`compliance.refusals.${attempt.refused}`) })}
          </Badge>
        )}
      </td>
    </tr>
  );
}
