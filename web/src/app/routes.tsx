import { Navigate, Route, Routes } from 'react-router-dom';
import { AppFrame } from './app-frame';
import { AuthFrame } from './auth-frame';
import { FocusedFrame } from './focused-frame';
import { Guard } from './guard';
import { PublicFrame } from './public-frame';
import { ScreenPlace } from './screen-place';
import { AUTH_SCREENS, FOCUSED_SCREENS, PUBLIC_SCREENS, SIGNED_IN_SCREENS, STAFF_SCREENS } from './screens';

/** Every route in its frame; an unknown path leads to the landing page (specification §2). */
export function Routing() {
  return (
    <Routes>
      <Route element={<PublicFrame />}>{routesOf(PUBLIC_SCREENS)}</Route>
      <Route element={<AuthFrame />}>{routesOf(AUTH_SCREENS)}</Route>
      <Route element={<Guard />}>
        <Route element={<AppFrame />}>{routesOf(SIGNED_IN_SCREENS)}</Route>
        <Route element={<FocusedFrame />}>{routesOf(FOCUSED_SCREENS)}</Route>
        <Route element={<ScreenPlace />}>{routesOf(STAFF_SCREENS)}</Route>
      </Route>
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}

function routesOf(screens: typeof PUBLIC_SCREENS) {
  return screens.map(({ path, Screen }) => <Route key={path} path={path} element={<Screen />} />);
}
