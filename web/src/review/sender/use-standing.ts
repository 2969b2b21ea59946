import { useSWRConfig } from 'swr';
import type { RevealRequest } from '@kernel/staff/reveal';
import { sendJson } from '../../lib/api/api';
import { keyOf, useRead } from '../../lib/api/reads';

/** A lead's step about a sender; its texts are under `standing.acts`. */
export type StandingAct =
  | 'pause'
  | 'resume'
  | 'suspend'
  | 'reinstate'
  | 'place-legal-hold'
  | 'lift-legal-hold';

/** One sender with every pause, the suspension and a legal hold. */
export function useStanding(uid: string) {
  return useRead('/compliance/senders/{uid}', { path: { uid } });
}

/** Returns the command that acts on a sender and loads their page again, also after a refusal: another lead was faster. */
export function useStandingAct(uid: string): (act: StandingAct, reason: string) => Promise<void> {
  const { mutate } = useSWRConfig();
  return async (act, reason) => {
    try {
      await sendJson('POST', `/compliance/senders/{uid}/${act}`, { path: { uid }, body: { reason } });
    } finally {
      void mutate(keyOf('/compliance/senders/{uid}', { path: { uid } }));
    }
  };
}

/** Reads one masked field; the access is recorded. Nothing keeps the value. */
export async function reveal(body: Required<RevealRequest>): Promise<string> {
  return (await sendJson('POST', '/compliance/reveal', { body })).value;
}
