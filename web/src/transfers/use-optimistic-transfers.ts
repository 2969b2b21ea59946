import { useSyncExternalStore } from 'react';
import { useUid } from '../accounts/use-session';
import { onOptimisticTransfers, optimisticTransfers, type OptimisticTransfer } from './optimistic-transfers';

const NONE: readonly OptimisticTransfer[] = [];

/** Payments of this person that were sent and not answered yet, newest first. */
export function useOptimisticTransfers(): readonly OptimisticTransfer[] {
  const uid = useUid();
  return useSyncExternalStore(onOptimisticTransfers, () => (uid === null ? NONE : optimisticTransfers(uid)));
}
