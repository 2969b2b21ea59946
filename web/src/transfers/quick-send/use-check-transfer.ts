import { useCallback, useState } from 'react';
import { ApiError } from '../../lib/api/api-error';
import type { TransferDraft } from '@kernel/money/transfers';
import { sendJson } from '../../lib/api/api';
import { outcomeOf } from '../payment/outcome';
import { createSendKey } from './send-key';

/** Waits while a cancelled transfer is about to free its amount; after the last, the sender tries again. */
const FREEING_DELAYS_MS = [250, 500, 1_000, 2_000] as const;

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
        await whenFreed(() =>
          sendJson('POST', '/transfers/check', { body: draft, header: { 'Idempotency-Key': key } }),
        );
      } catch (error) {
        if (outcomeOf(error) === 'refused' && !isFreeing(error)) sendKey.settle();
        throw error;
      }
      sendKey.settle();
      return key;
    },
    [sendKey],
  );
}

/** Repeats a request under its key while the amount that it needs is about to be freed: such a refusal is not recorded. */
async function whenFreed(send: () => Promise<unknown>): Promise<void> {
  for (const delayMs of FREEING_DELAYS_MS) {
    try {
      await send();
      return;
    } catch (error) {
      if (!isFreeing(error)) throw error;
      await new Promise((done) => setTimeout(done, delayMs));
    }
  }
  await send();
}

const isFreeing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'allowance_freeing';
