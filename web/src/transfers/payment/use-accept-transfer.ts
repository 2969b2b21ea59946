import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { countedOf } from '@kernel/money/allowance';
import type { Allowance, Transaction, TransactionPage } from '@kernel/money/transfers';
import { keyOf } from '../../lib/api/reads';
import { lowerAllowance } from '../limits/lower-allowance';
import { RECENT } from '../use-transfers';

/** Puts an accepted transfer into the cached lists, lowers the cached limit by it, and reads both again. */
export function useAcceptTransfer(): (transfer: Transaction) => void {
  const { mutate } = useSWRConfig();
  return useCallback(
    (transfer) => {
      let listed = true;
      void mutate(keyOf('/transfers/{id}', { path: { id: transfer.id } }), transfer, { revalidate: false });
      void mutate<TransactionPage>(keyOf('/transfers', RECENT), (page) => {
        if (!page) return undefined;
        const others = page.items.filter(({ id }) => id !== transfer.id);
        // A list that has it was read together with a limit that counts it.
        listed = others.length < page.items.length;
        return { ...page, items: [transfer, ...others] };
      });
      void mutate<Allowance>(keyOf('/allowance'), (allowance) =>
        allowance && !listed ? lowerAllowance(allowance, [countedOf(transfer)]) : allowance,
      );
    },
    [mutate],
  );
}
