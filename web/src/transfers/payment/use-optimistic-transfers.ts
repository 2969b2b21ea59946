import { useSyncExternalStore } from 'react';
import { useUid } from '../../accounts/use-session';
import { onOptimisticTransfers, optimisticTransfers } from './payment-storage';
import type { PendingPayment } from './pending-payment';

const NONE: readonly PendingPayment[] = [];

/** This user's payments without a response yet, newest first. */
export function useOptimisticTransfers(): readonly PendingPayment[] {
  const uid = useUid();
  return useSyncExternalStore(onOptimisticTransfers, () => (uid === null ? NONE : optimisticTransfers(uid)));
}
