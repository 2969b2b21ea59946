import { createContext, memo, use, useCallback, useSyncExternalStore, type ReactNode } from 'react';
import { Router, type NavigateOptions, type To, useNavigate, useRoutes } from 'react-router-dom';
import type { ScreenRouter } from './screen-router';

interface Navigation {
  readonly isLoading: boolean;
  readonly settled: () => Promise<void>;
}

/** A page that is prerendered loads nothing more. */
const Context = createContext<Navigation>({ isLoading: false, settled: () => Promise.resolve() });

/** The screen of the current address, once its code has loaded. */
export function OpenedScreen({ router }: { readonly router: ScreenRouter }) {
  const { location, navigationType, isLoading } = useSyncExternalStore(router.subscribe, router.opened);
  if (!location) return null;
  return (
    <Context value={{ isLoading, settled: router.settled }}>
      <Router
        location={location}
        navigationType={navigationType}
        navigator={router.navigator}
        useTransitions={false}
      >
        <Routed routes={router.routes} />
      </Router>
    </Context>
  );
}

/** Is rendered for another address, not for the wait before it. */
const Routed = memo(function Routed({ routes }: Pick<ScreenRouter, 'routes'>): ReactNode {
  return useRoutes(routes);
});

/** Whether the code of the next screen is being fetched. */
export function useIsNextLoading(): boolean {
  return use(Context).isLoading;
}

/** Opens an address of the application; resolves once its screen is shown. */
export function useOpenScreen(): (to: To, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate();
  const { settled } = use(Context);
  return useCallback(
    async (to, options) => {
      await navigate(to, options);
      await settled();
    },
    [navigate, settled],
  );
}
