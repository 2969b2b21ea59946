import { createContext, use, useCallback, useEffect, useMemo, type ReactNode } from 'react';
import useSWR from 'swr';
import { HISTORY_ROLES, type Me } from '@kernel/people/accounts';
import { ApiError } from '../lib/api/api-error';
import { getJson, onSessionEnd, sendJson } from '../lib/api/api';
import { storageKeys } from '../lib/api/keys';
import { withLivePaused } from '../lib/live/live-pause';
import { beginReading } from '../lib/api/position-tokens';
import { keyOf } from '../lib/api/reads';
import { storage } from '../lib/storage';
import { useOpenScreen } from '../lib/navigation';

/** Whether a user is signed in. `failed`: unknown, because the server did not respond. */
export type Session = { readonly retry: () => void } & (
  | { readonly status: 'loading' | 'failed'; readonly me: null; readonly error?: unknown }
  | { readonly status: 'signed-out'; readonly me: null }
  | { readonly status: 'signed-in'; readonly me: Me }
);

/** A cookie that scripts can read, next to the session's own: without it no one is signed in. */
const SESSION_HINT = 'flip_hint=1';

interface SessionContext {
  readonly session: Session;
  /** Takes the response of a sign-in, or null after a sign-out. */
  readonly change: (me: Me | null) => Promise<unknown>;
}

const Context = createContext<SessionContext | null>(null);

/** Loads who is signed in, outside the per-user cache, so that dropping that cache keeps the session. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const { data, error, mutate } = useSWR<Me | null, unknown>(keyOf('/me'), readMe);
  const change = useCallback(
    (me: Me | null) =>
      mutate(
        (before) => {
          if (before?.uid !== me?.uid) beginReading();
          return me;
        },
        { revalidate: false },
      ),
    [mutate],
  );
  useEffect(() => onSessionEnd(() => void change(null)), [change]);
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key !== storageKeys.signOut) return;
      forgetReviews();
      void change(null);
    };
    window.addEventListener('storage', onStorage);
    return () => {
      window.removeEventListener('storage', onStorage);
    };
  }, [change]);
  const value = useMemo<SessionContext>(() => {
    const retry = () => void mutate();
    return { session: { ...stateOf(data, error), retry }, change };
  }, [data, error, mutate, change]);
  return <Context value={value}>{children}</Context>;
}

/** The session and how to change it. */
export function useSession(): SessionContext {
  const context = use(Context);
  if (!context) throw new Error('useSession outside SessionProvider');
  return context;
}

/** The signed-in user; only for screens behind the guard. */
export function useMe(): Me {
  const { session } = useSession();
  if (session.status !== 'signed-in') throw new Error('useMe outside the guard');
  return session.me;
}

/** Any role besides `sender` makes a user staff. */
export function isStaff({ roles }: Me): boolean {
  return roles.some((role) => role !== 'sender');
}

/** Where operators work. */
export const PAYOUT_DESK = '/compliance/payouts';

/** Whether the user may read cases; operators have the payout desk only. */
export function readsCases({ roles }: Me): boolean {
  return HISTORY_ROLES.some((role) => roles.includes(role));
}

/** Where a member of staff starts. */
export function staffHomeOf(me: Me): string {
  return readsCases(me) ? '/compliance' : PAYOUT_DESK;
}

/** The screen that a sign-in opens unless another one was wanted. */
export function homeOf(me: Me): string {
  return isStaff(me) ? staffHomeOf(me) : '/dashboard';
}

/** The signed-in user's id, or null. */
export function useUid(): string | null {
  return useSession().session.me?.uid ?? null;
}

/** Ends the session on the server by a command, opens a public page, then clears what the browser stored for this user. */
export function useSessionEnd(): (command: () => Promise<unknown>, path: string) => Promise<void> {
  const { session, change } = useSession();
  const openScreen = useOpenScreen();
  const uid = session.me?.uid;
  const end = async (command: () => Promise<unknown>, path: string) => {
    await command();
    if (uid !== undefined) forgetPayments(uid);
    forgetReviews();
    // Before the session ends, or the guard would lead to /signin.
    await openScreen(path);
    await change(null);
  };
  return (command, path) => withLivePaused(() => end(command, path));
}

/** Signs out, to the landing page. */
export function useSignOut(): () => Promise<void> {
  const end = useSessionEnd();
  return () => end(() => sendJson('POST', '/auth/sign-out'), '/');
}

function stateOf(me: Me | null | undefined, error: unknown) {
  if (me) return { status: 'signed-in', me } as const;
  if (me === null) return { status: 'signed-out', me } as const;
  return error === undefined
    ? ({ status: 'loading', me: null } as const)
    : ({ status: 'failed', me: null, error } as const);
}

async function readMe(): Promise<Me | null> {
  if (!document.cookie.split('; ').includes(SESSION_HINT)) return null;
  try {
    return await getJson('/me');
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Removes what all tabs share, and signs the other ones out. */
function forgetPayments(uid: string): void {
  storage('local').remove(storageKeys.optimisticTransfers(uid));
  storage('local').mark(storageKeys.signOut);
}

/** Removes the form and the payments under review, which are this tab's own. */
function forgetReviews(): void {
  const tab = storage('session');
  for (const name of [
    storageKeys.quickSend,
    storageKeys.bankVisit,
    ...tab.names(storageKeys.pendingPayment('')),
  ])
    tab.remove(name);
}
