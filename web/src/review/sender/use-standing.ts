import useSWR, { useSWRConfig } from 'swr';
import type { RevealRequest } from '@kernel/staff/reveal';
import type { SenderStanding } from '@kernel/staff/standing';
import { getJson, sendJson } from '../../lib/api/api';
import { keys } from '../../lib/api/keys';

/** What a lead does about a sender; its texts are under `standing.acts`. */
export type StandingAct = 'pause' | 'resume' | 'suspend' | 'reinstate';

/** One sender with every pause and the suspension. */
export function useStanding(uid: string) {
  return useSWR<SenderStanding, Error>(keys.standing(uid), () =>
    getJson('/compliance/senders/{uid}', { path: { uid } }),
  );
}

/** Returns the command that acts on a sender and loads their page again, also after a refusal: another lead was faster. */
export function useStandingAct(uid: string): (act: StandingAct, reason: string) => Promise<void> {
  const { mutate } = useSWRConfig();
  return async (act, reason) => {
    try {
      await sendJson('POST', `/compliance/senders/{uid}/${act}`, { path: { uid }, body: { reason } });
    } finally {
      void mutate(keys.standing(uid));
    }
  };
}

/** Reads one masked field; the access is recorded. Nothing keeps the value. */
export async function reveal(body: Required<RevealRequest>): Promise<string> {
  return (await sendJson('POST', '/compliance/reveal', { body })).value;
}
