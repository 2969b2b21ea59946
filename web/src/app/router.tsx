import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type NonIndexRouteObject, type RouteObject } from 'react-router-dom';
import { AppFrame } from './app-frame';
import { AuthFrame } from './auth-frame';
import { FailedScreen } from './failed-screen';
import { FocusedFrame } from './focused-frame';
import { Guard } from './guard';
import { withTexts } from './i18n';
import { PublicFrame } from './public-frame';
import { Root } from './root';
import { SecurityFrame } from './security-frame';
import { senderScreens } from './sender-screens';
import { UnknownPath } from './unknown-path';

/** Creating the router starts fetching the first screen's code, in parallel with the texts and the session. */
export function createAppRouter() {
  return createBrowserRouter(routes);
}

/** A screen in its own chunk. When the chunk or its texts do not load or the screen throws, its frame stays and reports it. */
function screen(path: string, load: () => Promise<ComponentType>): NonIndexRouteObject {
  return {
    path,
    lazy: async () => ({ Component: await load() }),
    // Its code has loaded, or failed to, before anything is shown.
    hydrateFallbackElement: <></>,
    errorElement: <FailedScreen />,
  };
}

const publicScreens: RouteObject[] = [
  screen(
    '/',
    withTexts(['landing'], async () => (await import('../screens/landing')).LandingScreen),
  ),
  screen(
    '/terms',
    withTexts(['policies', 'landing'], async () => (await import('../screens/terms')).TermsScreen),
  ),
  screen(
    '/privacy',
    withTexts(['policies'], async () => (await import('../screens/privacy')).PrivacyScreen),
  ),
  screen(
    '/fees',
    withTexts(['policies', 'landing'], async () => (await import('../screens/fees')).FeesScreen),
  ),
  screen(
    '/s/:token',
    withTexts(['shared'], async () => (await import('../screens/shared')).SharedScreen),
  ),
  screen(
    '/receipt',
    withTexts(['shared'], async () => (await import('../screens/receipt-check')).ReceiptCheckScreen),
  ),
];

const authScreens: RouteObject[] = [
  screen(
    '/signin',
    withTexts(['account'], async () => (await import('../screens/sign-in')).SignInScreen),
  ),
  screen(
    '/signin/link',
    withTexts(['account'], async () => (await import('../screens/link-sign-in')).LinkSignInScreen),
  ),
  screen(
    '/signup',
    withTexts(
      ['account', 'policies', 'landing'],
      async () => (await import('../screens/sign-up')).SignUpScreen,
    ),
  ),
  screen(
    '/forgot',
    withTexts(['account'], async () => (await import('../screens/forgot')).ForgotScreen),
  ),
  screen(
    '/reset',
    withTexts(['account'], async () => (await import('../screens/reset')).ResetScreen),
  ),
  screen(
    '/confirm',
    withTexts(['account'], async () => (await import('../screens/confirm')).ConfirmScreen),
  ),
];

const securityScreens: RouteObject[] = [
  screen(
    '/undo-second-factor',
    withTexts(
      ['account'],
      async () => (await import('../screens/undo-second-factor')).UndoSecondFactorScreen,
    ),
  ),
  screen(
    '/signin/code',
    withTexts(['account'], async () => (await import('../screens/sign-in-code')).SignInCodeScreen),
  ),
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
  screen(
    '/compliance',
    withTexts(['compliance', 'overview'], async () => (await import('../compliance/overview')).Overview),
  ),
  screen(
    '/compliance/cases',
    withTexts(['compliance'], async () => (await import('../compliance/queue')).Queue),
  ),
  screen(
    '/compliance/rules',
    withTexts(['compliance', 'rules'], async () => (await import('../compliance/rules')).Rules),
  ),
  screen(
    '/compliance/rules/new',
    withTexts(
      ['compliance', 'rules', 'backtest', 'standing'],
      async () => (await import('../compliance/rule')).NewRule,
    ),
  ),
  screen(
    '/compliance/rules/:id',
    withTexts(
      ['compliance', 'rules', 'backtest', 'standing'],
      async () => (await import('../compliance/rule')).Rule,
    ),
  ),
  screen(
    '/compliance/cases/:id',
    withTexts(
      ['compliance', 'rules', 'standing', 'audit'],
      async () => (await import('../compliance/case')).Case,
    ),
  ),
  screen(
    '/compliance/audit',
    withTexts(['audit'], async () => (await import('../audit/audit-screen')).AuditScreen),
  ),
  screen(
    '/compliance/verifications',
    withTexts(['compliance', 'checks'], async () => (await import('../compliance/checks')).Checks),
  ),
  screen(
    '/compliance/find',
    withTexts(['compliance', 'standing'], async () => (await import('../compliance/find')).Find),
  ),
  screen(
    '/compliance/senders/:id',
    withTexts(['compliance', 'standing'], async () => (await import('../compliance/sender')).Sender),
  ),
  screen(
    '/compliance/replay/transfers/:id',
    withTexts(
      ['compliance', 'standing'],
      async () => (await import('../compliance/replay-screen')).TransferReplay,
    ),
  ),
  screen(
    '/compliance/replay/senders/:id',
    withTexts(
      ['compliance', 'standing'],
      async () => (await import('../compliance/replay-screen')).SenderReplay,
    ),
  ),
  screen(
    '/compliance/senders/:id/at',
    withTexts(['compliance'], async () => (await import('../compliance/sender-at-screen')).SenderAtScreen),
  ),
  screen(
    '/compliance/payouts',
    withTexts(
      ['compliance', 'transfers', 'sending'],
      async () => (await import('../compliance/payout-desk')).PayoutDesk,
    ),
  ),
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
                withTexts(
                  ['account', 'sending'],
                  async () => (await import('../screens/second-factor')).SecondFactorScreen,
                ),
              ),
            ],
          },
          {
            ...screen(
              '/compliance',
              withTexts(['compliance'], async () => (await import('../compliance/staff-frame')).StaffFrame),
            ),
            children: staffScreens,
          },
        ],
      },
      { path: '*', element: <UnknownPath /> },
    ],
  },
];
