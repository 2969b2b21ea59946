import { lazy, type ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { LandingScreen } from '../screens/landing';

interface ScreenRoute {
  readonly path: string;
  readonly Screen: ComponentType;
  /** Fetches the screen's own file of code; the landing page comes with the first one. */
  readonly load?: () => Promise<ComponentType>;
}

function lazily(path: string, load: () => Promise<ComponentType>): ScreenRoute {
  return { path, load, Screen: lazy(async () => ({ default: await load() })) };
}

export const PUBLIC_SCREENS: readonly ScreenRoute[] = [
  { path: '/', Screen: LandingScreen },
  lazily('/terms', async () => (await import('../screens/terms')).TermsScreen),
  lazily('/privacy', async () => (await import('../screens/privacy')).PrivacyScreen),
  lazily('/fees', async () => (await import('../screens/fees')).FeesScreen),
];

export const AUTH_SCREENS: readonly ScreenRoute[] = [
  lazily('/signin', async () => (await import('../screens/sign-in')).SignInScreen),
  lazily('/signup', async () => (await import('../screens/sign-up')).SignUpScreen),
  lazily('/forgot', async () => (await import('../screens/forgot')).ForgotScreen),
  lazily('/reset', async () => (await import('../screens/reset')).ResetScreen),
  lazily('/confirm', async () => (await import('../screens/confirm')).ConfirmScreen),
];

export const SIGNED_IN_SCREENS: readonly ScreenRoute[] = [
  lazily('/dashboard', async () => (await import('../screens/dashboard')).DashboardScreen),
  lazily('/transactions', async () => (await import('../screens/transactions')).TransactionsScreen),
  lazily('/transactions/:id', async () => (await import('../screens/transaction')).TransactionScreen),
  lazily('/saved-cards', async () => (await import('../screens/saved-cards')).SavedCardsScreen),
  lazily('/verification', async () => (await import('../screens/verification')).VerificationScreen),
  lazily('/profile', async () => (await import('../screens/profile')).ProfileScreen),
];

export const FOCUSED_SCREENS: readonly ScreenRoute[] = [
  lazily('/payment', async () => (await import('../screens/payment')).PaymentScreen),
];

/** The review desk has a frame and routes of its own. */
export const STAFF_SCREENS: readonly ScreenRoute[] = [
  lazily('/compliance/*', async () => (await import('../screens/compliance')).ComplianceScreen),
];

/** Starts fetching the screen of an address, beside everything else that a first visit waits for. */
export function preloadScreen(pathname: string): void {
  const screens = [
    ...PUBLIC_SCREENS,
    ...AUTH_SCREENS,
    ...SIGNED_IN_SCREENS,
    ...FOCUSED_SCREENS,
    ...STAFF_SCREENS,
  ];
  const screen = screens.find(({ path }) => matchPath(path, pathname) !== null);
  // When it fails here, it is asked for again where it is shown, and that place says so.
  screen?.load?.().catch(() => undefined);
}
