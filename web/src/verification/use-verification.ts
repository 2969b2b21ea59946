import { useEffect, useEffectEvent, useState } from 'react';
import useSWR from 'swr';
import type { PersonName } from '@kernel/people/accounts';
import type { KycBadge, KycNext, VerificationOverview } from '@kernel/people/verification';
import { useMe, useSession } from '../accounts/use-session';
import { getJson, sendJson } from '../lib/api/api';
import { keyOf, useRead } from '../lib/api/reads';
import { useSend } from '../lib/api/use-send';

/** While a result is expected at any moment. */
const CHECKING_EVERY_MS = 3_000;
/** How long the screen shows that it is checking. */
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
 * The verification status. On return from the hosted page, and while documents are reviewed, the server queries the
 * provider, so that a lost webhook does not matter; the address is never trusted.
 */
export function useVerification(returned: boolean): Verification {
  const { session } = useSession();
  const [patient, setPatient] = useState(true);
  const [looking, setLooking] = useState(returned);
  const { data, error, mutate } = useSWR<VerificationOverview, unknown>(
    keyOf('/verification'),
    () => (looking ? lookAtProvider() : getJson('/verification')),
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

/** The next step of a verification that is not done; undefined until it is known. */
export function usePendingStep(badge: KycBadge): KycNext | undefined {
  return useRead('/verification', badge === 'pending' ? {} : null).data?.next;
}

/** Whether getting verified is a way to a higher limit: not while a check waits for its result. */
export function useGetsVerified(): boolean {
  const { verification } = useMe();
  return usePendingStep(verification) !== 'wait' && verification !== 'verified';
}

/** Steps that follow a check that ended without success. */
export const OVER: readonly KycNext[] = ['retry', 'restart', 'support'];

/** The badge that is shown: a check that ended without success leaves the sender unverified. */
export function useShownBadge(badge: KycBadge): KycBadge {
  const step = usePendingStep(badge);
  return step && OVER.includes(step) ? 'unverified' : badge;
}

function lookAtProvider(): Promise<VerificationOverview> {
  return sendJson('POST', '/verification/refresh');
}

/** The badge of the session follows: the dashboard and the limits read it. */
function useSessionBadge(overview: VerificationOverview | undefined, retry: () => void): void {
  const shown = useSession().session.me?.verification;
  const badge = overview?.badge;
  // `retry` is a new function on every render; a changed badge is requested once.
  const readSession = useEffectEvent(retry);
  useEffect(() => {
    if (badge !== undefined && badge !== shown) readSession();
  }, [badge, shown]);
}

/** An automatic result may arrive at any moment; a manual review takes longer than anyone waits here. */
function isExpected(overview: VerificationOverview | undefined, returned: boolean): boolean {
  if (overview?.next === 'wait') return overview.items[0]?.status !== 'needs_review';
  return returned && overview?.next === 'continue';
}

function refreshMs(overview: VerificationOverview | undefined, returned: boolean, patient: boolean): number {
  if (isExpected(overview, returned) && patient) return CHECKING_EVERY_MS;
  return overview?.next === 'wait' ? WAITING_EVERY_MS : 0;
}

/** Records consent and the name for a new check, opens an inquiry and navigates to the provider's hosted page. */
export function useStartVerification(leave: (url: string) => void) {
  return useSend(async (fullName: string | undefined) => {
    const body = { consent: true, ...(fullName !== undefined && { fullName }) };
    const { url } = await sendJson('POST', '/verification', { body });
    leave(webAddress(url));
    return 'leaving' as const;
  });
}

/** Repeats the check of a confirmed name under a new one; returns the address of the provider's hosted page. */
export async function repeatCheck({ firstName, lastName }: PersonName): Promise<string> {
  const body = { consent: true, firstName, lastName };
  return webAddress((await sendJson('POST', '/verification/name', { body })).url);
}

/** The hosted page's address; anything but a web address is a fault of the server and is not followed. */
function webAddress(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('The hosted page has no web address');
  return href;
}
