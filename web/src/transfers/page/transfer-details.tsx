import { useTranslation } from 'react-i18next';
import { endingOf, nextStepOf } from '@kernel/money/endings';
import { handleKindOf, handleText } from '@kernel/text/handle-text';
import type { Transaction } from '@kernel/money/transfers';
import { Group, Text } from '@mantine/core';
import { ShareStatus } from '../../receipts/share-status';
import { useReceipt } from '../../receipts/use-receipts';
import { ButtonLink } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { CopyableId } from '../../ui/parts/copyable-id';
import { NO_FIGURE } from '../../ui/parts/fee-lines';
import { cardText } from '@kernel/money/cards';
import { isCharged } from '@kernel/money/charge';
import { formatMoney } from '../../lib/format';
import { useHasWeeklyLimit } from '../limits/use-allowance';
import { nextState } from '../payment/pending-payment';

/** Recipient, handle, card, note and id. */
export function TransferDetails({ transfer }: { readonly transfer: Transaction }) {
  const { t, i18n } = useTranslation();
  const hasLimit = useHasWeeklyLimit();
  const ending = endingOf(transfer);
  return (
    <Card title={t('tx.details')} className="tight">
      <dl className="pairs">
        <div>
          <dt>{t('tx.recipient')}</dt>
          <dd>{transfer.recipient}</dd>
        </div>
        <div>
          <dt>{t(`tx.platformHandle.${handleKindOf(transfer.handle)}`, { platform: transfer.platform })}</dt>
          <dd>
            {handleText(transfer.handle)}
            {ending && nextStepOf(ending) === 'correct_handle' && (
              <Text span display="block" fz="xs" c="var(--danger)">
                {t(`tx.ending.${ending}.short`, { platform: transfer.platform })}
              </Text>
            )}
          </dd>
        </div>
        {transfer.card && (
          <div>
            <dt>{t('tx.card')}</dt>
            <dd>{cardText(transfer.card)}</dd>
          </div>
        )}
        {transfer.note && (
          <div>
            <dt>{t('tx.note')}</dt>
            <dd className="wrap-anywhere">{transfer.note}</dd>
          </div>
        )}
        {transfer.released && hasLimit && (
          <div>
            <dt>{t('tx.backInLimit')}</dt>
            <dd>{formatMoney(transfer.amount, i18n.language)}</dd>
          </div>
        )}
        {transfer.status === 'delivered' && isCharged(transfer) && <ReceiptCode id={transfer.id} />}
        <div>
          <dt>{t('tx.id')}</dt>
          <dd>
            <CopyableId id={transfer.id} label={t('tx.copy')} copied={t('tx.copied')} />
          </dd>
        </div>
      </dl>
    </Card>
  );
}

/** The code that verifies its receipt; its place is kept while it loads. */
function ReceiptCode({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const { data } = useReceipt(id);
  return (
    <div>
      <dt>{t('tx.receiptCode')}</dt>
      <Text component="dd" ff="monospace">
        {data?.code ?? NO_FIGURE}
      </Text>
    </div>
  );
}

/** Send it again once it is delivered, its receipt, and a link for the recipient. */
export function TransferActions({ transfer }: { readonly transfer: Transaction }) {
  const { t } = useTranslation();
  return (
    <>
      {transfer.status === 'delivered' && (
        <ButtonLink
          block
          tone="primary"
          icon="send"
          to="/dashboard"
          state={nextState(transfer, 'send_again')}
        >
          {t('tx.sendAgain')}
        </ButtonLink>
      )}
      {isCharged(transfer) && (
        <Group grow wrap="nowrap" gap="xs">
          <ButtonLink px="xs" icon="document" to={`/transactions/${transfer.id}/receipt`}>
            {t('receipt.open')}
          </ButtonLink>
          <ShareStatus transfer={transfer} />
        </Group>
      )}
    </>
  );
}
