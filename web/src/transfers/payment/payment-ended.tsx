import { useTranslation } from 'react-i18next';
import type { Transaction } from '@kernel/money/transfers';
import { Box, Stack } from '@mantine/core';
import { formatMoney } from '../../lib/format';
import { ButtonLink } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { EmptyState } from '../../ui/feedback/empty-state';
import { draftState, pickDraft } from './pending-payment';
import { useHasWeeklyLimit } from '../limits/use-allowance';

/** A payment that came too late or was finally declined: nothing was charged, and it can be started again. */
export function PaymentEnded({ transfer }: { readonly transfer: Transaction }) {
  const { t, i18n } = useTranslation();
  const money = formatMoney(transfer.amount, i18n.language);
  const hasLimit = useHasWeeklyLimit();
  const state = transfer.status === 'cancelled' ? 'expired' : 'over';
  return (
    <Card mt="var(--pad)">
      <EmptyState
        quiet
        icon={state === 'expired' ? 'clock' : 'card'}
        title={t(`payment.${state}.title`)}
        text={t(`payment.${state}.text`)}
      />
      <Box component="dl" className="pairs" maw="var(--form)" mx="auto">
        <div>
          <dt>{t('payment.to')}</dt>
          <dd>
            {transfer.recipient} {t('tx.via', { platform: transfer.platform })}
          </dd>
        </div>
        <div>
          <dt>{t('payment.amount')}</dt>
          <dd>{money}</dd>
        </div>
        {transfer.released && hasLimit && (
          <div>
            <dt>{t('payment.backInLimit')}</dt>
            <dd>{money}</dd>
          </div>
        )}
      </Box>
      <Stack className="rule" gap="xs" maw="var(--form)" mx="auto">
        <ButtonLink
          tone="primary"
          block
          to="/dashboard"
          state={draftState(transfer.uid, pickDraft(transfer))}
        >
          {t('payment.startAgain')}
        </ButtonLink>
        <ButtonLink tone="subtle" block to="/dashboard">
          {t('nav.back')}
        </ButtonLink>
      </Stack>
    </Card>
  );
}
