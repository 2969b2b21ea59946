import { lazy, Suspense, type ReactNode } from 'react';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { BrowserRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { ConfigProvider } from '../accounts/use-config';
import { SessionProvider, useUid } from '../accounts/use-session';
import { storageKeys } from '../lib/keys';
import { swrOptions } from '../lib/swr-options';
import { Banners } from './banners';
import { RouteEffects } from './route-effects';
import { Routing } from './routes';
import { SkipLink } from './skip-link';
import { TextsGate } from './texts-gate';
import { resolveVariables, theme } from './theme';

const colorSchemeManager = localStorageColorSchemeManager({ key: storageKeys.colorScheme });
const Toaster = lazy(async () => ({ default: (await import('../ui/toaster')).Toaster }));

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
                <Suspense>
                  <Toaster />
                </Suspense>
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
function PerPersonCache({ children }: { readonly children: ReactNode }) {
  const uid = useUid();
  return (
    <SWRConfig key={uid ?? 'anon'} value={{ provider: () => new Map() }}>
      {children}
    </SWRConfig>
  );
}
