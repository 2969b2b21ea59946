import { Navigate, useLocation, type Location } from 'react-router-dom';
import type { Me } from '@kernel/people/accounts';
import { homeOf } from './use-session';

/** Where a visitor wanted to go, kept in the navigation state of the screens that come first, as /signin. */
export interface WantedPage {
  readonly from?: string | undefined;
  /** Its own navigation state, such as a draft to edit; the page checks its owner. */
  readonly state?: unknown;
}

/** The navigation state of a screen that comes before this one. */
export function wantedPage({ pathname, search, state }: Location<unknown>): WantedPage {
  return { from: pathname + search, state };
}

/** What was wanted before this screen. */
export function useWantedPage(): WantedPage {
  const { from, state } = (useLocation().state ?? {}) as WantedPage;
  return { from, state };
}

/** Opens what was wanted before this screen, otherwise the screen where the user starts. */
export function OpenWanted({ me }: { readonly me: Me }) {
  const { from, state } = useWantedPage();
  return <Navigate to={from ?? homeOf(me)} replace state={state} />;
}
