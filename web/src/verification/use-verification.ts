import { useEffect, useState } from 'react';
import useSWR from 'swr';
import type { SubmitKycAnswer, VerificationOverview } from '@kernel/verification';
import { useSession, useUid } from '../accounts/use-session';
import { getJson, sendJson } from '../lib/api';
import { keys } from '../lib/keys';
import { useSend } from '../lib/use-send';

/** While a result is expected at any moment. */
const CHECKING_EVERY_MS = 3_000;
/** How long the screen says that it is checking. */
const CHECKING_FOR_MS = 20_000;
/** Afterwards, while the provider is still at work. */
const WAITING_EVERY_MS = 15_000;

export interface Verification {
  readonly overview: VerificationOverview | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  /** True for the first seconds in which a result may land. */
  readonly checking: boolean;
}

/**
 * Where verification stands. On return from the hosted page, and while documents are looked at, the server is told
 * to look at the provider, so that a lost webhook is not waited for; what the address says is never believed.
 */
export function useVerification(returned: boolean): Verification {
  const uid = useUid();
  const { session } = useSession();
  const [patient, setPatient] = useState(true);
  const [looking, setLooking] = useState(returned);
  const { data, error, mutate } = useSWR<VerificationOverview, unknown>(
    keys.verification(uid),
    () => (looking ? lookAtProvider() : readOverview()),
    {
      refreshInterval: (overview) => refreshMs(overview, returned, patient),
      onSuccess: (overview) => {
        setLooking(patient && isExpected(overview, returned));
      },
    },
  );
  const expected = isExpected(data, returned);
  useEffect(() => {
    if (!expected) return undefined;
    const timer = setTimeout(() => {
      setPatient(false);
      setLooking(false);
    }, CHECKING_FOR_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [expected]);
  useSessionBadge(data, session.retry);
  return { overview: data, error, retry: () => void mutate(), checking: expected && patient };
}

function readOverview(): Promise<VerificationOverview> {
  return getJson<VerificationOverview>('/verification');
}

function lookAtProvider(): Promise<VerificationOverview> {
  return sendJson<VerificationOverview>('POST', '/verification/refresh');
}

/** The badge of the session follows: the dashboard and the limits read it. */
function useSessionBadge(overview: VerificationOverview | undefined, retry: () => void): void {
  const shown = useSession().session.me?.verification;
  const badge = overview?.badge;
  useEffect(() => {
    if (badge !== undefined && badge !== shown) retry();
    // A badge that changed is asked for once; `retry` is another function every time.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [badge, shown]);
}

/** A result may land at any moment; a person's review takes longer than anyone watches. */
function isExpected(overview: VerificationOverview | undefined, returned: boolean): boolean {
  if (overview?.next === 'wait') return overview.items[0]?.status !== 'needs_review';
  return returned && overview?.next === 'continue';
}

function refreshMs(overview: VerificationOverview | undefined, returned: boolean, patient: boolean): number {
  if (isExpected(overview, returned) && patient) return CHECKING_EVERY_MS;
  return overview?.next === 'wait' ? WAITING_EVERY_MS : 0;
}

/** Gives consent, has the inquiry opened and goes to the provider's hosted page. */
export function useStartVerification(leave: (url: string) => void) {
  return useSend(async () => {
    const { url } = await sendJson<SubmitKycAnswer>('POST', '/verification', { body: { consent: true } });
    leave(webAddress(url));
    return 'leaving' as const;
  });
}

/** The hosted page's address; anything but a web address is a fault of the server and is not followed. */
function webAddress(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('The hosted page has no web address');
  return href;
}
