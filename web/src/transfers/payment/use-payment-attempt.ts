import { useRef } from 'react';
import type { CardChoice } from '@kernel/money/cards';
import type { Transaction } from '@kernel/money/transfers';
import { sendJson } from '../../lib/api/api';
import { useSend, type Send } from '../../lib/api/use-send';
import { outcomeOf } from './outcome';
import { useAcceptTransfer } from './use-accept-transfer';

/** An attempt with an unknown outcome is repeated as it was. */
interface Attempt {
  readonly key: string;
  readonly card: CardChoice;
}

/**
 * Pays a requested transfer with another card. Each attempt has its own key; while the outcome of one is unknown, the
 * next press repeats it, with its card, so that no second attempt is made. `pick` is not called then.
 */
export function usePaymentAttempt(
  id: string,
  pick: () => Promise<CardChoice>,
  onError: (error: unknown) => void,
): Send<void, Transaction> {
  const accept = useAcceptTransfer();
  const open = useRef<Attempt | null>(null);
  return useSend(
    async () => {
      const attempt = (open.current ??= { key: crypto.randomUUID(), card: await pick() });
      try {
        const transfer = await sendJson('POST', '/transfers/{id}/payment', {
          path: { id },
          body: attempt.card,
          header: { 'Idempotency-Key': attempt.key },
        });
        open.current = null;
        accept(transfer);
        return transfer;
      } catch (error) {
        if (outcomeOf(error) === 'refused') open.current = null;
        throw error;
      }
    },
    { onError },
  );
}
