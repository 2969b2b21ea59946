import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { SWRConfig } from 'swr';
import { ConfigProvider } from '../accounts/use-config';
import { SessionProvider } from '../accounts/use-session';
import { storageKeys } from '../lib/api/keys';
import { swrOptions } from '../lib/api/swr-options';
import { OpenedScreen } from '../lib/navigation';
import type { ScreenRouter } from '../lib/screen-router';
import { areToastsWanted, onToastsWanted } from '../ui/feedback/toasts';
import { StartGate } from './start-gate';
import { StepUpGate } from './step-up-gate';
import { resolveVariables, theme } from './theme';

const colorSchemeManager = localStorageColorSchemeManager({ key: storageKeys.colorScheme });
// No screen fails without it.
const Toaster = lazy<() => ReactNode>(() =>
  import('../ui/feedback/toaster').then(
    ({ Toaster: toaster }) => ({ default: toaster }),
    () => ({ default: () => null }),
  ),
);

interface AppProps {
  readonly router: ScreenRouter;
  /** The prerendered page, shown until the app is ready; null where there is none. */
  readonly prerendered?: Node | null;
}

/** The whole application. */
export function App({ router, prerendered = null }: AppProps) {
  return (
    <Providers>
      <StartGate router={router} prerendered={prerendered}>
        <Toasts />
        <StepUpGate />
        <OpenedScreen router={router} />
      </StartGate>
    </Providers>
  );
}

/** Nothing on a first screen is a toast: their code comes with the first press. */
function Toasts() {
  const areWanted = useSyncExternalStore(onToastsWanted, areToastsWanted);
  return <Suspense>{areWanted && <Toaster />}</Suspense>;
}

interface ProvidersProps {
  /** Responses that are known before they are requested, by cache key. */
  readonly known?: Readonly<Record<string, unknown>>;
  readonly children: ReactNode;
}

/** Everything around the screens: theme, caches, configuration and session. */
export function Providers({ known = {}, children }: ProvidersProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      // The provider writes every variable itself: their style sheet would only repeat them.
      deduplicateCssVariables={false}
      // What changes with the screen's width is in one sheet for all who share it, not repeated for each.
      deduplicateInlineStyles
      // Nothing is hidden by Mantine's breakpoints.
      withGlobalClasses={false}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
    >
      <SWRConfig value={{ ...swrOptions, fallback: known }}>
        <ConfigProvider>
          <SessionProvider>{children}</SessionProvider>
        </ConfigProvider>
      </SWRConfig>
    </MantineProvider>
  );
}
