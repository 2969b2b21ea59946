import { Navigate, useLocation, type Location } from 'react-router-dom';
import type { Me } from '@kernel/people/accounts';
import { ownPath } from '@kernel/text/own-path';
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

/** What was wanted before this screen; a provider's page that took the place of ours leaves it in the address. */
export function useWantedPage(): WantedPage {
  const location = useLocation();
  const { from, state } = (location.state ?? {}) as WantedPage;
  const returnTo = ownPath(new URLSearchParams(location.search).get('returnTo'));
  return { from: from ?? returnTo, state };
}

/** Opens what was wanted before this screen, otherwise the screen where the user starts. */
export function OpenWanted({ me }: { readonly me: Me }) {
  const { from, state } = useWantedPage();
  return <Navigate to={from ?? homeOf(me)} replace state={state} />;
}
