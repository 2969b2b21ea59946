import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Transaction } from '@kernel/money/transfers';
import { Button } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { Icon } from '../../ui/parts/icon';
import { Rows } from '../../ui/parts/row';
import { SkeletonRows } from '../../ui/feedback/skeleton';
import { ListedTransfer } from './listed-transfer';
import type { PendingPayment } from '../payment/pending-payment';

/** How many the dashboard shows. */
const RECENT_SHOWN = 5;
/** Placeholders while they load: fewer, so that a new sender's page does not jump. */
const BONE_ROWS = 4;

interface RecentTransfersProps {
  /** Newest first; undefined until they have loaded. */
  readonly transfers: readonly (Transaction | PendingPayment)[] | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Focuses the form. */
  readonly onSend: () => void;
}

/** The latest transfers and a link to all of them. */
export function RecentTransfers({ transfers, error, onRetry, onSend }: RecentTransfersProps) {
  const { t } = useTranslation();
  return (
    <Card
      title={t('tx.recent')}
      busy={transfers === undefined && error === undefined}
      className="recent-transfers"
    >
      {transfers === undefined ? (
        error === undefined ? (
          <SkeletonRows count={BONE_ROWS} />
        ) : (
          <ErrorBlock silent title={t('tx.failed')} error={error} onRetry={onRetry} />
        )
      ) : transfers.length === 0 ? (
        <EmptyState
          icon="send"
          title={t('tx.recentEmpty')}
          text={t('tx.recentEmptyText')}
          action={
            <Button size="sm" onClick={onSend}>
              {t('nav.sendMoney')}
            </Button>
          }
        />
      ) : (
        <>
          <Rows>
            {transfers.slice(0, RECENT_SHOWN).map((transfer) => (
              <ListedTransfer key={transfer.id} transfer={transfer} />
            ))}
          </Rows>
          <div className="card-foot">
            <Link className="link" to="/transactions">
              {t('tx.all')} <Icon name="arrowRight" size={16} />
            </Link>
          </div>
        </>
      )}
    </Card>
  );
}
