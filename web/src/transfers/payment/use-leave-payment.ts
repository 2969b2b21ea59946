import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '@kernel/money/transfers';
import { getJson, sendJson } from '../../lib/api/api';
import { useSend } from '../../lib/api/use-send';
import { useOpenScreen } from '../../lib/navigation';
import { showSuccess } from '../../ui/feedback/toasts';
import { useFollowedTransfer } from '../page/use-followed-transfer';
import { nextState } from './pending-payment';

/** What the sender wants instead of paying: another amount, or nothing. */
type Leaving = 'amount' | 'cancel';

/** Why a payment was not left. `isUnknown`: neither the cancel nor the transfer was answered. */
interface LeaveFailure {
  readonly error: unknown;
  readonly isUnknown: boolean;
}

/**
 * Cancels an unpaid transfer, then opens Quick Send filled in with it, or its own page. Without an answer, or with a refusal,
 * the transfer itself says whether it has ended: only then the sender continues, so that nothing is sent twice.
 */
export function useLeavePayment(transfer: Transaction) {
  const { t } = useTranslation();
  const openScreen = useOpenScreen();
  const { mutate } = useFollowedTransfer(transfer.id);
  const [leavingFor, setLeavingFor] = useState<Leaving | null>(null);
  const { trigger, isMutating, data, error } = useSend(async (wanted: Leaving) => {
    setLeavingFor(wanted);
    const left = await cancelled(transfer.id);
    if ('failure' in left) {
      if (left.now) void mutate(left.now, { revalidate: false });
      return left.failure;
    }
    if (wanted === 'amount') await openScreen('/dashboard', { state: nextState(transfer, 'change_amount') });
    showSuccess(t('payment.leave.done'));
    // The page of the payment leads from here to that of the transfer.
    await mutate(left.now, { revalidate: false });
    return null;
  });
  const failure: LeaveFailure | null = error === undefined ? (data ?? null) : { error, isUnknown: true };
  return { leave: trigger, leavingFor: isMutating ? leavingFor : null, failure: isMutating ? null : failure };
}

type Left =
  | { readonly now: Transaction }
  | { readonly now: Transaction | null; readonly failure: LeaveFailure };

/** The transfer once nothing can be charged for it any more, however that came about. */
async function cancelled(id: string): Promise<Left> {
  const path = { id };
  try {
    const { returns: _, ...now } = await sendJson('POST', '/transfers/{id}/cancel', {
      path,
      query: { only: 'unpaid' },
    });
    return { now };
  } catch (error) {
    try {
      const now = await getJson('/transfers/{id}', { path });
      return isUncharged(now) ? { now } : { now, failure: { error, isUnknown: false } };
    } catch {
      return { now: null, failure: { error, isUnknown: true } };
    }
  }
}

const isUncharged = ({ status }: Transaction): boolean => status === 'cancelled' || status === 'declined';
