import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useConfig } from '../../accounts/use-config';
import { formatDuration, formatTime } from '../../lib/format';
import { useOfflineSince } from '../../lib/use-online';
import { Banner } from '../../ui/feedback/banner';

/** Notices for the whole product: test mode, no network. */
export function Banners() {
  const { t, i18n } = useTranslation();
  const config = useConfig();
  const { pathname } = useLocation();
  return (
    <>
      {config?.testMode && (
        <Banner icon="flask">
          {t('common.testMode')}{' '}
          {pathname === '/signin/code' && (
            <>
              <Elsewhere url={authenticatorOf(config.outboxUrl)} name={t('common.authenticator')} />{' '}
            </>
          )}
          <Elsewhere url={config.outboxUrl} name={t('common.outbox')} /> {/* One line on a phone. */}
          <span className="wide-only">
            <Elsewhere url={config.providersUrl} name={t('common.providers')} />
          </span>
          {config.clockAheadMinutes > 0 &&
            ` · ${t('common.clockAhead', { time: formatDuration(config.clockAheadMinutes, i18n.language) })}`}
        </Banner>
      )}
      <OfflineBanner />
    </>
  );
}

function Elsewhere({ url, name }: { readonly url: string | null; readonly name: string }) {
  if (!url) return null;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}

function OfflineBanner() {
  const { t, i18n } = useTranslation();
  const isDesk = useLocation().pathname.startsWith('/compliance');
  const lostAtMs = useOfflineSince();
  if (lostAtMs === null) return null;
  return (
    <Banner tone="warning" icon="alert">
      {t(isDesk ? 'common.offlineDesk' : 'common.offline', { time: formatTime(lostAtMs, i18n.language) })}
    </Banner>
  );
}

/** The page with the codes of the demo staff. */
const authenticatorOf = (outboxUrl: string | null): string | null =>
  outboxUrl && new URL('/authenticator', outboxUrl).href;
