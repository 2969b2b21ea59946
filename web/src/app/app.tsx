import { lazy, Suspense } from 'react';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { RouterProvider, type RouterProviderProps } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { ConfigProvider } from '../accounts/use-config';
import { SessionProvider } from '../accounts/use-session';
import { storageKeys } from '../lib/keys';
import { swrOptions } from '../lib/swr-options';
import { TextsGate } from './texts-gate';
import { resolveVariables, theme } from './theme';

const colorSchemeManager = localStorageColorSchemeManager({ key: storageKeys.colorScheme });
const Toaster = lazy(async () => ({ default: (await import('../ui/toaster')).Toaster }));

/** Everything around the screens: theme, texts, session, caches, routes. */
export function App({ router }: Pick<RouterProviderProps, 'router'>) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      // The provider writes every variable itself: their style sheet would only repeat them.
      deduplicateCssVariables={false}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
    >
      <SWRConfig value={swrOptions}>
        <ConfigProvider>
          <SessionProvider>
            <TextsGate>
              <Suspense>
                <Toaster />
              </Suspense>
              <RouterProvider router={router} useTransitions={false} />
            </TextsGate>
          </SessionProvider>
        </ConfigProvider>
      </SWRConfig>
    </MantineProvider>
  );
}
