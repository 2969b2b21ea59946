import { useCallback, useEffect, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { EVERYTHING, topics } from '@kernel/live';
import { useMe, useSession } from '../accounts/use-session';
import { refreshLists } from '../lib/live/live-lists';
import { onLivePause } from '../lib/live/live-pause';
import { followChanges } from '../lib/live/live-tabs';
import { isAffected } from '../lib/live/live-topics';
import { addMessageToken } from '../lib/api/position-tokens';

/** Changes that arrive together are read together. */
const COLLECT_MS = 200;
/** While disconnected, everything shown is read this often. */
const POLL_EVERY_MS = 15_000;

/** Behind every screen of a signed-in user: reloads shown data when it has changed elsewhere. */
export function LiveUpdates() {
  const { uid } = useMe();
  const refresh = useRefresh();
  useEffect(() => {
    const collected = collector(refresh);
    const polls = poller(refresh);
    let stop: (() => void) | null = null;
    const follow = () => {
      polls.while(true);
      stop ??= followChanges(uid, {
        disconnected: polls.while,
        changed: ({ topics: changed, token }) => {
          if (token !== null) addMessageToken(token);
          collected.add(changed);
        },
      });
    };
    // An open stream would keep the page out of the browser's cache for going back.
    const leave = () => {
      stop?.();
      stop = null;
      polls.while(false);
      collected.forget();
    };
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) follow();
    };
    const stopPauseListener = onLivePause((isPaused) => {
      if (isPaused) leave();
      else follow();
    });
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    return () => {
      leave();
      stopPauseListener();
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
    };
  }, [uid, refresh]);
  return null;
}

type Refresh = (changed: readonly string[]) => void;

/** Reloads everything on the screen that the topics affect. */
function useRefresh(): Refresh {
  const { mutate } = useSWRConfig();
  const { session } = useSession();
  const readMe = useRef(session.retry);
  useEffect(() => {
    readMe.current = session.retry;
  });
  return useCallback(
    (changed) => {
      void mutate((key) => isAffected(key, changed));
      refreshLists(changed);
      if (changed.includes(topics.me) || changed.includes(EVERYTHING)) readMe.current();
    },
    [mutate],
  );
}

/** Reads everything regularly while disconnected; a hidden page catches up when it is shown. */
function poller(refresh: Refresh) {
  let timer: ReturnType<typeof setInterval> | undefined;
  const poll = () => {
    if (document.visibilityState === 'visible' && navigator.onLine) refresh([EVERYTHING]);
  };
  return {
    while: (isDisconnected: boolean) => {
      if (isDisconnected) timer ??= setInterval(poll, POLL_EVERY_MS);
      else {
        clearInterval(timer);
        timer = undefined;
      }
    },
  };
}

/** Collects topics for a moment, so that what changed several times is read once. */
function collector(refresh: Refresh) {
  const collected = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    refresh([...collected]);
    collected.clear();
  };
  return {
    add(changed: readonly string[]) {
      changed.forEach((topic) => collected.add(topic));
      timer ??= setTimeout(flush, COLLECT_MS);
    },
    forget() {
      clearTimeout(timer);
      timer = undefined;
      collected.clear();
    },
  };
}
