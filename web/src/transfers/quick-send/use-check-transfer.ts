import { useCallback, useState } from 'react';
import type { TransferDraft } from '@kernel/money/transfers';
import { sendJson } from '../../lib/api/api';
import { outcomeOf } from '../payment/outcome';
import { createSendKey } from './send-key';

/**
 * Checks whether a transfer would be accepted and returns the key of the check, which the payment then uses.
 * Every press after a final response uses a new key; a check sends no money.
 */
export function useCheckTransfer(): (draft: TransferDraft) => Promise<string> {
  const [sendKey] = useState(() => createSendKey(() => crypto.randomUUID()));
  return useCallback(
    async (draft) => {
      const key = sendKey.keyFor(draft);
      try {
        await sendJson('POST', '/transfers/check', { body: draft, header: { 'Idempotency-Key': key } });
      } catch (error) {
        if (outcomeOf(error) === 'refused') sendKey.settle();
        throw error;
      }
      sendKey.settle();
      return key;
    },
    [sendKey],
  );
}
