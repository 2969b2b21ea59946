import type { ComponentType } from 'react';
import {
  type Location,
  matchRoutes,
  type NavigationType,
  type Navigator,
  type RouteObject,
  UNSAFE_createBrowserHistory as createBrowserHistory,
} from 'react-router-dom';

/** The code of a screen, fetched when the screen is opened and again after a failure. */
export interface ScreenCode {
  readonly isLoaded: () => boolean;
  /** Resolves once it has loaded or failed to. */
  readonly fetch: () => Promise<void>;
  /** @throws what kept it from loading */
  readonly component: () => ComponentType;
}

/** Code that `load` fetches. */
export function screenCode(load: () => Promise<ComponentType>): ScreenCode {
  let loaded: ComponentType | null = null;
  let failure: unknown;
  let fetching: Promise<void> | null = null;
  const fetch = async () => {
    try {
      loaded = await load();
    } catch (error) {
      failure = error;
    } finally {
      fetching = null;
    }
  };
  return {
    isLoaded: () => loaded !== null,
    fetch: () => (fetching ??= fetch()),
    component: () => {
      if (!loaded) throw failure;
      return loaded;
    },
  };
}

/** The code of the screens at an address that has not loaded; a route has it as its `handle`. */
export function missingCode(routes: RouteObject[], address: Partial<Location> | string): ScreenCode[] {
  const codes =
    matchRoutes(routes, address)?.map(({ route }) => route.handle as ScreenCode | undefined) ?? [];
  return codes.filter((code) => code !== undefined).filter(({ isLoaded }) => !isLoaded());
}

/** What is on the screen. */
export interface Opened {
  /** Null until the code of the first screen has loaded. */
  readonly location: Location | null;
  readonly navigationType: NavigationType;
  /** Whether the code of the next screen is being fetched. */
  readonly isLoading: boolean;
}

/** The screens of the browser's addresses. */
export interface ScreenRouter {
  readonly routes: RouteObject[];
  readonly navigator: Navigator;
  readonly opened: () => Opened;
  readonly subscribe: (onChange: () => void) => () => void;
  /** Resolves once the screen of the current address is shown, or the address has changed again. */
  readonly settled: () => Promise<void>;
  readonly dispose: () => void;
}

/**
 * Follows the browser's address: a screen stays until the code of the next one has loaded, so that none appears half. The
 * router of data in react-router does this too, at three times the size; its router without data shows an address at once.
 */
export function createScreenRouter(routes: RouteObject[]): ScreenRouter {
  const history = createBrowserHistory({ v5Compat: true });
  const listeners = new Set<() => void>();
  let opened: Opened = { location: null, navigationType: history.action, isLoading: true };
  let opening: Promise<void> = Promise.resolve();
  let turns = 0;
  const change = (changed: Opened) => {
    opened = changed;
    for (const listener of listeners) listener();
  };
  const show = () => {
    change({ location: history.location, navigationType: history.action, isLoading: false });
  };
  const open = () => {
    turns += 1;
    const turn = turns;
    const missing = missingCode(routes, history.location);
    if (missing.length === 0) {
      opening = Promise.resolve();
      show();
      return;
    }
    if (!opened.isLoading) change({ ...opened, isLoading: true });
    opening = Promise.all(missing.map(({ fetch }) => fetch())).then(() => {
      if (turn === turns) show();
    });
  };
  const stop = history.listen(open);
  open();
  return {
    routes,
    navigator: history,
    opened: () => opened,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    settled: () => opening,
    dispose: stop,
  };
}
