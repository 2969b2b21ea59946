import { Outlet } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { useUid } from '../accounts/use-session';
import { Banners } from './frames/banners';
import { NavigationStatus } from './frames/navigation-status';
import { ScreenBoundary } from './frames/screen-boundary';
import { RouteEffects } from './route-effects';
import { SkipLink } from './frames/skip-link';

/** Shared by every route. The cache belongs to one user: signing out or changing accounts drops it. */
export function Root() {
  const uid = useUid();
  return (
    <ScreenBoundary>
      <SWRConfig key={uid ?? 'anon'} value={{ provider: () => new Map() }}>
        <RouteEffects />
        <SkipLink />
        <Banners />
        <NavigationStatus />
        <Outlet />
      </SWRConfig>
    </ScreenBoundary>
  );
}
