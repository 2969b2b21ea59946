import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';

type Way = { readonly to: string } | 'back';

/** Holds whoever leaves a changed form: by a link of the page, by the back button, by closing the tab. */
export function useLeaveGuard(active: boolean) {
  const navigate = useNavigate();
  const [way, setWay] = useState<Way | null>(null);
  const leaving = useRef(false);

  useEffect(() => {
    if (!active) return undefined;
    const onLink = (event: MouseEvent) => {
      const to = internalTarget(event);
      if (to === null) return;
      event.preventDefault();
      event.stopPropagation();
      setWay({ to });
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    document.addEventListener('click', onLink, true);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onLink, true);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [active]);

  useEffect(() => {
    if (!active) return undefined;
    // A second entry for the same page: the back button takes that one, and the form stays where it is.
    const hold = () => {
      window.history.pushState(window.history.state, '');
    };
    const onBack = () => {
      if (leaving.current) return;
      hold();
      setWay('back');
    };
    hold();
    window.addEventListener('popstate', onBack);
    return () => {
      window.removeEventListener('popstate', onBack);
    };
  }, [active]);

  return {
    asking: way !== null,
    stay: () => {
      setWay(null);
    },
    leave: () => {
      setWay(null);
      leaving.current = true;
      if (way === 'back') void navigate(BEHIND_THE_HELD_ENTRY);
      else if (way) void navigate(way.to);
    },
  };
}

const BEHIND_THE_HELD_ENTRY = -2;

function internalTarget(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0 || opensElsewhere(event)) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target === '_blank' || link.origin !== window.location.origin) return null;
  return link.pathname === window.location.pathname ? null : link.pathname + link.search + link.hash;
}

function opensElsewhere(event: MouseEvent): boolean {
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}
