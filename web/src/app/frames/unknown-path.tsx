import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useConfig } from '../../accounts/use-config';
import { noPageAt } from '../../lib/navigation-state';

/** An unknown path leads to `/` (specification §2), which says so; in test mode /outbox is elsewhere. */
export function UnknownPath() {
  const { pathname } = useLocation();
  const outboxUrl = useConfig()?.outboxUrl;
  if (pathname === '/outbox' && outboxUrl) return <Elsewhere url={outboxUrl} />;
  return <Navigate to="/" replace state={noPageAt(pathname)} />;
}

function Elsewhere({ url }: { readonly url: string }) {
  useEffect(() => {
    window.location.replace(url);
  }, [url]);
  return null;
}
