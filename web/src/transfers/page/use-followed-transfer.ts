import { useEffect, useState } from 'react';
import type { Transaction } from '@kernel/money/transfers';
import { useRead } from '../../lib/api/reads';

const READ_EVERY_MS = 1_000;
/** How long the screen waits for a bank before the transfer's own page does. */
export const FOLLOWED_MS = 10_000;

/** A transfer, read again while its bank decides. */
export function useFollowedTransfer(id: string) {
  return useRead(
    '/transfers/{id}',
    { path: { id } },
    {
      refreshInterval: (transfer) => (transfer && isWithBank(transfer) ? READ_EVERY_MS : 0),
      dedupingInterval: READ_EVERY_MS / 2,
    },
  );
}

/** Whether the payment waits for the bank's decision. */
export function isWithBank({ status, payment }: Transaction): boolean {
  return status === 'processing' && (payment?.state === 'pending' || payment?.state === 'requires_action');
}

/** True after a while in the same state. */
export function useIsLong(state: string | undefined): boolean {
  const [long, setLong] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => {
      setLong(state);
    }, FOLLOWED_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [state]);
  return state !== undefined && long === state;
}
