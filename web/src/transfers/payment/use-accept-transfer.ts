import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { countedOf } from '@kernel/money/allowance';
import type { Allowance, Transaction, TransactionPage } from '@kernel/money/transfers';
import { useUid } from '../../accounts/use-session';
import { keys } from '../../lib/api/keys';
import { lowerAllowance } from '../limits/lower-allowance';

/** Puts an accepted transfer into the cached lists, lowers the cached limit by it, and reads both again. */
export function useAcceptTransfer(): (transfer: Transaction) => void {
  const { mutate } = useSWRConfig();
  const uid = useUid();
  return useCallback(
    (transfer) => {
      let listed = true;
      void mutate(keys.transfer(uid, transfer.id), transfer, { revalidate: false });
      void mutate<TransactionPage>(keys.recentTransfers(uid), (page) => {
        if (!page) return undefined;
        const others = page.items.filter(({ id }) => id !== transfer.id);
        // A list that has it was read together with a limit that counts it.
        listed = others.length < page.items.length;
        return { ...page, items: [transfer, ...others] };
      });
      void mutate<Allowance>(keys.allowance(uid), (allowance) =>
        allowance && !listed ? lowerAllowance(allowance, [countedOf(transfer)]) : allowance,
      );
    },
    [mutate, uid],
  );
}
