import { useTranslation } from 'react-i18next';
import { handleText } from '@kernel/text/handle-text';
import { centsOf } from '@kernel/money/money';
import type { FeeScheduleOverview, Transaction } from '@kernel/money/transfers';
import { Group, Stack, Text } from '@mantine/core';
import { firstNameOf, formatMoney } from '../../lib/format';
import { FeeLines } from '../../ui/parts/fee-lines';
import { PlatformTile } from '../../ui/parts/platform-tile';
import { Muted } from '../../ui/parts/text';
import { ArrivalEstimate } from '../page/arrival-estimate';
import { feesInCents, scheduleOfFees } from '../quick-send/fees-in-cents';

interface PaymentSummaryProps {
  readonly payment: Pick<Transaction, 'recipient' | 'platform' | 'handle' | 'amount' | 'note' | 'fees'>;
  /** What platforms deduct before delivery. */
  readonly thirdParty: FeeScheduleOverview['thirdParty'];
  /** False while it is not known whether this payment went through: another one could be a second transfer. */
  readonly editable: boolean;
  /** Absent once the transfer is requested. */
  readonly onEdit?: () => void;
}

/** Recipient, note, amount, both fees, the total and the amount that arrives. */
export function PaymentSummary({ payment, thirdParty, editable, onEdit }: PaymentSummaryProps) {
  const { t, i18n } = useTranslation();
  const { fees } = payment;
  const { recipient, platform, handle, amount, note } = payment;
  const money = formatMoney(amount, i18n.language);
  return (
    <section className="card payment-summary" aria-labelledby="payment-summary">
      <h2 className="visually-hidden" id="payment-summary">
        {t('payment.summary')}
      </h2>
      <Group className="line-below" gap="sm" wrap="nowrap" mb="sm" pb="md">
        <PlatformTile platform={platform} size={40} />
        <Stack className="wrap-anywhere" flex={1} gap={0}>
          <b>{recipient}</b>
          <Muted span>
            {t('tx.via', { platform })} · {handleText(handle)}
          </Muted>
          {note && (
            <Text span mt={4} fz="sm">
              <span className="visually-hidden">{t('tx.note')}</span> {note}
            </Text>
          )}
        </Stack>
        {editable && onEdit ? (
          <button type="button" className="link" onClick={onEdit}>
            {t('payment.edit')}
          </button>
        ) : (
          onEdit && <span className="visually-hidden">{t('payment.editLater')}</span>
        )}
      </Group>
      <FeeLines
        large
        fees={feesInCents(fees)}
        schedule={scheduleOfFees(amount, fees)}
        before={
          <div>
            <dt>{t('payment.amount')}</dt>
            <dd>{money}</dd>
          </div>
        }
      />
      <Text className="gets" my="sm">
        <span className="wrap-anywhere">{t('payment.receives', { recipient: firstNameOf(recipient) })}</span>
        <b>{money}</b>
      </Text>
      <ArrivalEstimate platform={platform} />
      <ThirdParty platform={platform} fee={thirdParty.find((row) => row.platform === platform)?.fee} />
    </section>
  );
}

function ThirdParty({ platform, fee }: { readonly platform: string; readonly fee: string | undefined }) {
  const { t, i18n } = useTranslation();
  const deducted = fee !== undefined && centsOf(fee) > 0;
  return (
    <Muted>
      {deducted
        ? t('payment.thirdPartyFee', { platform, fee: formatMoney(fee, i18n.language) })
        : t('payment.thirdParty', { platform })}
    </Muted>
  );
}
