import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useConfig } from '../accounts/use-config';
import { formatTime } from '../lib/format';
import { useOfflineSince } from '../lib/use-online';
import { Banner } from '../ui/banner';

/** Notices for the whole product: test mode, no network. */
export function Banners() {
  const { t } = useTranslation();
  const config = useConfig();
  const { pathname } = useLocation();
  return (
    <>
      {config?.testMode && (
        <Banner icon="flask">
          {t('common.testMode')}{' '}
          {config.outboxUrl && pathname === '/signin/code' && (
            <>
              <a href={new URL('/authenticator', config.outboxUrl).href} target="_blank" rel="noreferrer">
                {t('common.authenticator')}
              </a>{' '}
            </>
          )}
          {config.outboxUrl && (
            <a href={config.outboxUrl} target="_blank" rel="noreferrer">
              {t('common.outbox')}
            </a>
          )}
        </Banner>
      )}
      <OfflineBanner />
    </>
  );
}

function OfflineBanner() {
  const { t, i18n } = useTranslation();
  const lostAtMs = useOfflineSince();
  if (lostAtMs === null) return null;
  return (
    <Banner tone="warning" icon="alert">
      {t('common.offline', { time: formatTime(lostAtMs, i18n.language) })}
    </Banner>
  );
}
