import { lazy, type ComponentType } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { AppFrame } from './app-frame';
import { AuthFrame } from './auth-frame';
import { FocusedFrame } from './focused-frame';
import { Guard } from './guard';
import { PublicFrame } from './public-frame';
import { ScreenPlace } from './screen-place';

interface ScreenRoute {
  readonly path: string;
  readonly Screen: ComponentType;
}

const PUBLIC: readonly ScreenRoute[] = [
  { path: '/', Screen: lazy(async () => ({ default: (await import('../screens/landing')).LandingScreen })) },
  { path: '/terms', Screen: lazy(async () => ({ default: (await import('../screens/terms')).TermsScreen })) },
  {
    path: '/privacy',
    Screen: lazy(async () => ({ default: (await import('../screens/privacy')).PrivacyScreen })),
  },
  { path: '/fees', Screen: lazy(async () => ({ default: (await import('../screens/fees')).FeesScreen })) },
];

const AUTH: readonly ScreenRoute[] = [
  {
    path: '/signin',
    Screen: lazy(async () => ({ default: (await import('../screens/sign-in')).SignInScreen })),
  },
  {
    path: '/signup',
    Screen: lazy(async () => ({ default: (await import('../screens/sign-up')).SignUpScreen })),
  },
  {
    path: '/forgot',
    Screen: lazy(async () => ({ default: (await import('../screens/forgot')).ForgotScreen })),
  },
  { path: '/reset', Screen: lazy(async () => ({ default: (await import('../screens/reset')).ResetScreen })) },
  {
    path: '/confirm',
    Screen: lazy(async () => ({ default: (await import('../screens/confirm')).ConfirmScreen })),
  },
];

const SIGNED_IN: readonly ScreenRoute[] = [
  {
    path: '/dashboard',
    Screen: lazy(async () => ({ default: (await import('../screens/dashboard')).DashboardScreen })),
  },
  {
    path: '/transactions',
    Screen: lazy(async () => ({ default: (await import('../screens/transactions')).TransactionsScreen })),
  },
  {
    path: '/transactions/:id',
    Screen: lazy(async () => ({ default: (await import('../screens/transaction')).TransactionScreen })),
  },
  {
    path: '/saved-cards',
    Screen: lazy(async () => ({ default: (await import('../screens/saved-cards')).SavedCardsScreen })),
  },
  {
    path: '/verification',
    Screen: lazy(async () => ({ default: (await import('../screens/verification')).VerificationScreen })),
  },
  {
    path: '/profile',
    Screen: lazy(async () => ({ default: (await import('../screens/profile')).ProfileScreen })),
  },
];

const StaffScreens = lazy(async () => ({
  default: (await import('../screens/compliance')).ComplianceScreen,
}));

const FOCUSED: readonly ScreenRoute[] = [
  {
    path: '/payment',
    Screen: lazy(async () => ({ default: (await import('../screens/payment')).PaymentScreen })),
  },
];

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
            <ScreenPlace>
              <StaffScreens />
            </ScreenPlace>
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
