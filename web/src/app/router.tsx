import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type NonIndexRouteObject, type RouteObject } from 'react-router-dom';
import { loadCode } from '../lib/load-code';
import { AppFrame } from './app-frame';
import { AuthFrame } from './auth-frame';
import { FailedScreen } from './failed-screen';
import { FocusedFrame } from './focused-frame';
import { Guard } from './guard';
import { PublicFrame } from './public-frame';
import { Root } from './root';
import { SecurityFrame } from './security-frame';
import { senderScreens } from './sender-screens';
import { UnknownPath } from './unknown-path';

/** Creating the router starts fetching the first screen's code, in parallel with the texts and the session. */
export function createAppRouter() {
  return createBrowserRouter(routes);
}

/** A screen in its own chunk. When the chunk does not load or the screen throws, its frame stays and reports it. */
function screen(path: string, load: () => Promise<ComponentType>): NonIndexRouteObject {
  return {
    path,
    lazy: async () => ({ Component: await loadCode(load) }),
    // Its code has loaded, or failed to, before anything is shown.
    hydrateFallbackElement: <></>,
    errorElement: <FailedScreen />,
  };
}

const publicScreens: RouteObject[] = [
  screen('/', async () => (await import('../screens/landing')).LandingScreen),
  screen('/terms', async () => (await import('../screens/terms')).TermsScreen),
  screen('/privacy', async () => (await import('../screens/privacy')).PrivacyScreen),
  screen('/fees', async () => (await import('../screens/fees')).FeesScreen),
  screen('/s/:token', async () => (await import('../screens/shared')).SharedScreen),
  screen('/receipt', async () => (await import('../screens/receipt-check')).ReceiptCheckScreen),
];

const authScreens: RouteObject[] = [
  screen('/signin', async () => (await import('../screens/sign-in')).SignInScreen),
  screen('/signin/link', async () => (await import('../screens/link-sign-in')).LinkSignInScreen),
  screen('/signup', async () => (await import('../screens/sign-up')).SignUpScreen),
  screen('/forgot', async () => (await import('../screens/forgot')).ForgotScreen),
  screen('/reset', async () => (await import('../screens/reset')).ResetScreen),
  screen('/confirm', async () => (await import('../screens/confirm')).ConfirmScreen),
];

const securityScreens: RouteObject[] = [
  screen('/signin/code', async () => (await import('../screens/sign-in-code')).SignInCodeScreen),
];

const screensOfSenders: RouteObject[] = [
  screen('/dashboard', senderScreens.dashboard),
  screen('/transactions', senderScreens.transactions),
  screen('/transactions/:id', senderScreens.transaction),
  screen('/transactions/:id/receipt', senderScreens.receipt),
  screen('/statements', senderScreens.statements),
  screen('/statements/:month', senderScreens.statement),
  screen('/saved-cards', senderScreens.savedCards),
  screen('/recipients', senderScreens.recipients),
  screen('/verification', senderScreens.verification),
  screen('/profile', senderScreens.profile),
];

/** The review desk: a sender never loads its code. */
const staffScreens: RouteObject[] = [
  screen('/compliance', async () => (await import('../compliance/queue')).Queue),
  screen('/compliance/cases/:id', async () => (await import('../compliance/case')).Case),
  screen('/compliance/payouts', async () => (await import('../compliance/payout-desk')).PayoutDesk),
  { path: '*', element: <Navigate to="/compliance" replace /> },
];

/** Every address. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <FailedScreen />,
    children: [
      { element: <PublicFrame />, children: publicScreens },
      { element: <AuthFrame />, children: authScreens },
      { element: <SecurityFrame />, children: securityScreens },
      {
        element: <Guard />,
        children: [
          { element: <AppFrame />, children: screensOfSenders },
          {
            element: <FocusedFrame />,
            children: [screen('/payment', senderScreens.payment)],
          },
          {
            element: <SecurityFrame />,
            children: [
              screen(
                '/second-factor',
                async () => (await import('../screens/second-factor')).SecondFactorScreen,
              ),
            ],
          },
          {
            ...screen('/compliance', async () => (await import('../compliance/staff-frame')).StaffFrame),
            children: staffScreens,
          },
        ],
      },
      { path: '*', element: <UnknownPath /> },
    ],
  },
];
