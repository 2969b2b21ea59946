import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { useConfig } from '../accounts/use-config';
import { showError } from '../ui/toasts';

/** An unknown path leads to the landing page (specification §2), and says so; in test mode /outbox is elsewhere. */
export function UnknownPath() {
  const { pathname } = useLocation();
  const outboxUrl = useConfig()?.outboxUrl;
  if (pathname === '/outbox' && outboxUrl) return <Elsewhere url={outboxUrl} />;
  return <ToLanding pathname={pathname} />;
}

function ToLanding({ pathname }: { readonly pathname: string }) {
  const { t } = useTranslation();
  useEffect(() => {
    showError(t('common.noSuchPage', { path: pathname }));
  }, [pathname, t]);
  return <Navigate to="/" replace />;
}

function Elsewhere({ url }: { readonly url: string }) {
  useEffect(() => {
    window.location.replace(url);
  }, [url]);
  return null;
}
