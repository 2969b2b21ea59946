import { useSWRConfig } from 'swr';
import type { StrayCharge } from '@kernel/money/payouts';
import { sendJson } from '../lib/api/api';
import { keyOf, useRead } from '../lib/api/reads';

/** An operator's decision about a charge without a transfer, as the API names it. */
export type StrayStep =
  | { readonly path: 'refund' | 'close'; readonly body: { readonly reason: string } }
  /** What was read of a colleague's refund; the amount is the refundable one. */
  | { readonly path: 'confirm'; readonly body: Pick<StrayCharge, 'amount' | 'reason'> };

/** Charges that no transfer has recorded; changes arrive live. */
export function useStrays() {
  return useRead('/compliance/strays');
}

/** Returns the command that takes a step with a charge and reloads the list, also after a refusal. */
export function useStrayStep(paymentRef: string): (step: StrayStep) => Promise<void> {
  const { mutate } = useSWRConfig();
  return async ({ path, body }) => {
    try {
      await sendJson('POST', `/compliance/strays/{paymentRef}/${path}`, { path: { paymentRef }, body });
    } finally {
      void mutate(keyOf('/compliance/strays'));
    }
  };
}
