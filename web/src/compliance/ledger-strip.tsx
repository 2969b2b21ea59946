import '@mantine/core/styles/Group.layer.css';
import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import type { Ledger } from '@kernel/payouts';
import { getJson } from '../lib/api';
import { keys } from '../lib/keys';
import { Amount } from '../ui/amount';
import { Badge } from '../ui/badge';
import { Card } from '../ui/card';
import { ErrorBlock } from '../ui/error-block';

const REFRESH_MS = 30_000;

/** What became of the money that was charged on this UTC day: nothing is missing, to the cent. */
export function LedgerStrip() {
  const { t } = useTranslation();
  const { data, error, mutate } = useSWR<Ledger, Error>(
    keys.ledger,
    () => getJson<Ledger>('/compliance/ledger?days=1'),
    { refreshInterval: REFRESH_MS },
  );
  const today = data?.days[0];
  if (!today)
    return error ? (
      <ErrorBlock title={t('ledger.failed')} error={error} onRetry={() => void mutate()} />
    ) : null;
  const parts = [
    ['captured', today.captured, ''],
    ['delivered', today.delivered, '='],
    ['fees', today.fees, '+'],
    ['refunded', today.refunded, '+'],
    ['open', today.open, '+'],
  ] as const;
  return (
    <Card>
      <Group justify="space-between" gap="md">
        <Group component="dl" gap="sm xl" m={0} aria-label={t('ledger.title')}>
          {parts.map(([name, amount, sign]) => (
            <div key={name}>
              <dt className="muted t12">{t(`ledger.${name}`, { count: today.openCount })}</dt>
              <dd style={{ fontSize: 'var(--fs-20)' }}>
                {sign && (
                  <span className="muted" aria-hidden>
                    {sign}{' '}
                  </span>
                )}
                <strong>
                  <Amount value={amount} />
                </strong>
              </dd>
            </div>
          ))}
        </Group>
        {today.isBalanced ? (
          <Badge tone="success" icon="check">
            {t('ledger.balanced')}
          </Badge>
        ) : (
          <Badge tone="danger" icon="alert">
            {t('ledger.differs')}
          </Badge>
        )}
      </Group>
    </Card>
  );
}
