import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { BrowserRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { ConfigProvider } from '../accounts/use-config';
import { SessionProvider, useUid } from '../accounts/use-session';
import { storageKeys } from '../lib/keys';
import { swrOptions } from '../lib/swr-options';
import { Toast, TOAST_MS } from '../ui/toasts';
import { Banners } from './banners';
import { RouteEffects } from './route-effects';
import { Routing } from './routes';
import { SkipLink } from './skip-link';
import { TextsGate } from './texts-gate';
import { resolveVariables, theme } from './theme';

const colorSchemeManager = localStorageColorSchemeManager({ key: storageKeys.colorScheme });
const TOAST_WIDTH_PX = 400;

/** Everything around the screens: look, texts, session, caches, routes. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
    >
      <SWRConfig value={swrOptions}>
        <ConfigProvider>
          <SessionProvider>
            <TextsGate>
              <BrowserRouter useTransitions={false}>
                <Notifications
                  position="top-right"
                  autoClose={TOAST_MS}
                  containerWidth={TOAST_WIDTH_PX}
                  renderNotification={(notification) => <Toast notification={notification} />}
                />
                <PerPersonCache>
                  <RouteEffects />
                  <SkipLink />
                  <Banners />
                  <Routing />
                </PerPersonCache>
              </BrowserRouter>
            </TextsGate>
          </SessionProvider>
        </ConfigProvider>
      </SWRConfig>
    </MantineProvider>
  );
}

/** A cache that belongs to one person: sign-out or another account drops it whole. */
function PerPersonCache({ children }: { readonly children: React.ReactNode }) {
  const uid = useUid();
  return (
    <SWRConfig key={uid ?? 'anon'} value={{ provider: () => new Map() }}>
      {children}
    </SWRConfig>
  );
}
