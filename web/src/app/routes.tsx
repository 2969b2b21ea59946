import { lazy, Suspense, type ComponentType } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { AppFrame } from './app-frame';
import { AuthFrame } from './auth-frame';
import { FocusedFrame } from './focused-frame';
import { Guard } from './guard';
import { PublicFrame } from './public-frame';
import { Loading } from '../ui/loading';

interface ScreenRoute {
  readonly path: string;
  readonly Screen: ComponentType;
}

const PUBLIC: readonly ScreenRoute[] = [
  { path: '/', Screen: lazy(async () => ({ default: (await import('../screens/landing')).LandingScreen })) },
];

const AUTH: readonly ScreenRoute[] = [];

const SIGNED_IN: readonly ScreenRoute[] = [];

const StaffScreens = lazy(async () => ({
  default: (await import('../screens/compliance')).ComplianceScreen,
}));

const FOCUSED: readonly ScreenRoute[] = [];

/** Every route, each screen in its own file of code; an unknown path leads to the landing page (spec §2). */
export function Routing() {
  return (
    <Routes>
      <Route element={<PublicFrame />}>{routesOf(PUBLIC)}</Route>
      <Route element={<AuthFrame />}>{routesOf(AUTH)}</Route>
      <Route element={<Guard />}>
        <Route element={<AppFrame />}>{routesOf(SIGNED_IN)}</Route>
        <Route element={<FocusedFrame />}>{routesOf(FOCUSED)}</Route>
        <Route
          path="/compliance/*"
          element={
            <Suspense fallback={<Loading />}>
              <StaffScreens />
            </Suspense>
          }
        />
      </Route>
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}

function routesOf(screens: readonly ScreenRoute[]) {
  return screens.map(({ path, Screen }) => <Route key={path} path={path} element={<Screen />} />);
}
