import { useEffect } from 'react';
import useSWR from 'swr';
import type { Transaction } from '@kernel/money/transfers';
import { useUid } from '../../accounts/use-session';
import { getJson } from '../../lib/api/api';
import { ApiError } from '../../lib/api/api-error';
import { storageKeys } from '../../lib/api/keys';
import { isBeingSent } from './being-sent';
import { markNotSent, optimisticTransfers, removeOptimisticTransfer } from './payment-storage';
import type { PendingPayment } from './pending-payment';
import { transferIdOf } from '../page/transfer-id';
import { useAcceptTransfer } from './use-accept-transfer';
import { useOptimisticTransfers } from './use-optimistic-transfers';
import { forgetSent } from '../quick-send/quick-send-draft';

/** No answer of one path: nothing live changes it. */
const PAYMENT_CHECK = 'payment-check';
/** How often to check a payment without a response. */
const CHECK_EVERY_MS = 5_000;
/** A request is abandoned after 15 s and the last one may still arrive: only then a missing transfer is final. */
export const NOT_SENT_AFTER_MS = 45_000;

export interface PaymentCheck {
  readonly check: () => void;
  readonly checking: boolean;
}

/**
 * Checks this sender's payments without a response until each is known to be accepted or not sent: after a lost
 * response, a reload, or hours offline. It only reads and never pays.
 */
export function usePaymentCheck(): PaymentCheck {
  const accept = useAcceptTransfer();
  const payments = useOptimisticTransfers();
  const { mutate, isValidating } = useSWR(
    payments.length > 0 ? PAYMENT_CHECK : null,
    async () => {
      await Promise.all(payments.filter((payment) => !isBeingSent(payment)).map(checkOne));
      return null;
    },
    { refreshInterval: payments.every(({ notSent }) => notSent) ? 0 : CHECK_EVERY_MS },
  );
  return { check: () => void mutate(), checking: isValidating };

  async function checkOne(payment: PendingPayment): Promise<void> {
    const transfer = await findTransfer(payment);
    if (transfer) {
      accept(transfer);
      removeOptimisticTransfer(payment);
      forgetSent(transfer);
    } else if (isOld(payment)) {
      markNotSent(payment);
    }
  }
}

/** Also one of a time to come: the clock of the device was put back, and it is paid again only under its own key. */
const isOld = ({ createdAt }: PendingPayment): boolean =>
  Math.abs(Date.now() - Date.parse(createdAt)) > NOT_SENT_AFTER_MS;

/** Lists a payment that another tab completed: its entry was removed there, and this tab has not read the transfer. */
export function useCompletedElsewhere(): void {
  const uid = useUid();
  const accept = useAcceptTransfer();
  useEffect(() => {
    if (uid === null) return undefined;
    let before = optimisticTransfers(uid);
    const onStorage = ({ key }: StorageEvent) => {
      if (key !== storageKeys.optimisticTransfers(uid)) return;
      const now = optimisticTransfers(uid);
      const completed = before.filter((payment) => now.every((other) => other.key !== payment.key));
      before = now;
      for (const payment of completed) {
        void findTransfer(payment).then(
          (transfer) => {
            if (!transfer) return;
            accept(transfer);
            forgetSent(transfer);
          },
          // The next read of the list shows it.
          () => undefined,
        );
      }
    };
    window.addEventListener('storage', onStorage);
    return () => {
      window.removeEventListener('storage', onStorage);
    };
  }, [uid, accept]);
}

async function findTransfer(payment: PendingPayment): Promise<Transaction | null> {
  try {
    return await getJson('/transfers/{id}', { path: { id: transferIdOf(payment) } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
