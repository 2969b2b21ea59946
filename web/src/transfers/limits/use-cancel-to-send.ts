import { useSWRConfig } from 'swr';
import { sendJson } from '../../lib/api/api';
import { ApiError } from '../../lib/api/api-error';
import { keyOf } from '../../lib/api/reads';
import { useSend, type Send } from '../../lib/api/use-send';
import { useFeeSchedule } from '../../lib/use-fee-schedule';
import { isOverWeek } from '../quick-send/use-refusal';
import { cancelToSend, type CancelToSend } from './cancel-to-send';
import { RECENT } from '../use-transfers';
import { useAllowance } from './use-allowance';

/** What to cancel so that a refused amount can be sent; null where that does not help. */
export function useCancelToSend(error: unknown, wanted: string | undefined): CancelToSend | null {
  const { data: allowance } = useAllowance();
  const minimum = useFeeSchedule().data?.minimum;
  if (!allowance || wanted === undefined || minimum === undefined) return null;
  return error instanceof ApiError && isOverWeek(error) ? cancelToSend(wanted, minimum, allowance) : null;
}

/**
 * Cancels unpaid transfers; a repeat cancels nothing twice, and one that was paid in the meantime continues. `onCancelled` is
 * called only when all of them are.
 */
export function useCancelUnpaid(
  onCancelled: (offer: CancelToSend) => void,
): Send<CancelToSend, CancelToSend> {
  const { mutate } = useSWRConfig();
  const read = () =>
    Promise.all([keyOf('/allowance'), keyOf('/transfers', RECENT)].map((key) => mutate(key)));
  return useSend(
    async (offer: CancelToSend) => {
      for (const { id } of offer.unpaid) await cancelUnpaid(id);
      return offer;
    },
    {
      onSuccess: (offer) => {
        void read();
        onCancelled(offer);
      },
      onError: () => void read(),
    },
  );
}

/** One that ended by itself needs no cancel. */
async function cancelUnpaid(id: string): Promise<void> {
  try {
    await sendJson('POST', '/transfers/{id}/cancel', { path: { id }, query: { only: 'unpaid' } });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'nothing_to_cancel')) throw error;
  }
}
