import { Outlet } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { useUid } from '../accounts/use-session';
import { Banners } from './banners';
import { NavigationStatus } from './navigation-status';
import { RouteEffects } from './route-effects';
import { SkipLink } from './skip-link';

/** What every route has in common. The cache belongs to one person: sign-out or another account drops it whole. */
export function Root() {
  const uid = useUid();
  return (
    <SWRConfig key={uid ?? 'anon'} value={{ provider: () => new Map() }}>
      <RouteEffects />
      <SkipLink />
      <Banners />
      <NavigationStatus />
      <Outlet />
    </SWRConfig>
  );
}
