import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '@kernel/money/transfers';
import { useOpenScreen } from '../../lib/navigation';
import { useConfig } from '../../accounts/use-config';
import { showSuccess } from '../../ui/feedback/toasts';

/** Whether the sender has nothing left to do: the bank reserved the total, or no card is needed (decision 12). */
export function isPaid({ payment }: Transaction): boolean {
  return payment === null || ['authorized', 'captured', 'voided'].includes(payment.state);
}

/** Ends a payment: the toast, and the transfer's own page, which follows it from here. */
export function useFinish() {
  const { t } = useTranslation();
  const openScreen = useOpenScreen();
  const testMode = useConfig()?.testMode;
  return useCallback(
    async ({ id }: Pick<Transaction, 'id'>, opensTransfer = true) => {
      showSuccess(t(testMode ? 'quick.mockSuccess' : 'quick.submitted'));
      if (opensTransfer) await openScreen(`/transactions/${id}`, { replace: true });
    },
    [t, openScreen, testMode],
  );
}
