import { Navigate, type RouteObject } from 'react-router-dom';
import { createScreenRouter, type ScreenRouter } from '../lib/screen-router';
import { FocusedFrame } from './frames/focused-frame';
import { Guard } from './guard';
import { withTexts } from './texts/i18n';
import { PublicFrame } from './frames/public-frame';
import { Root } from './root';
import { frame, screen } from './screen-route';
import { SecurityFrame } from './frames/security-frame';
import { senderScreens } from './sender-screens';
import { UnknownPath } from './frames/unknown-path';

/** Creating the router starts fetching the first screen's code, in parallel with the texts and the session. */
export function createAppRouter(): ScreenRouter {
  return createScreenRouter(routes);
}

const publicScreens: RouteObject[] = [
  screen(
    '/',
    withTexts(['landing'], async () => (await import('../screens/public/landing')).LandingScreen),
  ),
  screen(
    '/terms',
    withTexts(['policies', 'landing'], async () => (await import('../screens/public/terms')).TermsScreen),
  ),
  screen(
    '/privacy',
    withTexts(['policies'], async () => (await import('../screens/public/privacy')).PrivacyScreen),
  ),
  screen(
    '/fees',
    withTexts(['policies', 'landing'], async () => (await import('../screens/public/fees')).FeesScreen),
  ),
  screen(
    '/s/:token',
    withTexts(['shared'], async () => (await import('../screens/public/shared')).SharedScreen),
  ),
  screen(
    '/receipt',
    withTexts(['shared'], async () => (await import('../screens/public/receipt-check')).ReceiptCheckScreen),
  ),
];

const authScreens: RouteObject[] = [
  screen(
    '/signin',
    withTexts(['account'], async () => (await import('../screens/account/sign-in')).SignInScreen),
  ),
  screen(
    '/signin/link',
    withTexts(['account'], async () => (await import('../screens/account/link-sign-in')).LinkSignInScreen),
  ),
  screen(
    '/signup',
    withTexts(
      ['account', 'policies', 'landing'],
      async () => (await import('../screens/account/sign-up')).SignUpScreen,
    ),
  ),
  screen(
    '/forgot',
    withTexts(['account'], async () => (await import('../screens/account/forgot')).ForgotScreen),
  ),
  screen(
    '/reset',
    withTexts(['account'], async () => (await import('../screens/account/reset')).ResetScreen),
  ),
  screen(
    '/confirm',
    withTexts(['account'], async () => (await import('../screens/account/confirm')).ConfirmScreen),
  ),
];

const securityScreens: RouteObject[] = [
  screen(
    '/undo-second-factor',
    withTexts(
      ['account'],
      async () => (await import('../screens/account/undo-second-factor')).UndoSecondFactorScreen,
    ),
  ),
  screen(
    '/closed',
    withTexts(['account'], async () => (await import('../screens/account/closed')).ClosedScreen),
  ),
  screen(
    '/change-email',
    withTexts(['account'], async () => (await import('../screens/account/change-email')).ChangeEmailScreen),
  ),
  screen(
    '/undo-email',
    withTexts(['account'], async () => (await import('../screens/account/undo-email')).UndoEmailScreen),
  ),
  screen(
    '/signin/code',
    withTexts(['account'], async () => (await import('../screens/account/sign-in-code')).SignInCodeScreen),
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
    withTexts(['compliance', 'overview'], async () => (await import('../review/overview/overview')).Overview),
  ),
  screen(
    '/compliance/cases',
    withTexts(['compliance'], async () => (await import('../review/queue/queue')).Queue),
  ),
  screen(
    '/compliance/rules',
    withTexts(['compliance', 'rules'], async () => (await import('../rules/rules')).Rules),
  ),
  screen(
    '/compliance/rules/new',
    withTexts(
      ['compliance', 'rules', 'backtest', 'standing'],
      async () => (await import('../rules/rule')).NewRule,
    ),
  ),
  screen(
    '/compliance/rules/:id',
    withTexts(
      ['compliance', 'rules', 'backtest', 'standing'],
      async () => (await import('../rules/rule')).Rule,
    ),
  ),
  screen(
    '/compliance/cases/:id',
    withTexts(
      ['compliance', 'rules', 'standing', 'audit'],
      async () => (await import('../review/case/case')).Case,
    ),
  ),
  screen(
    '/compliance/audit',
    withTexts(
      ['compliance', 'audit', 'rules'],
      async () => (await import('../audit/audit-screen')).AuditScreen,
    ),
  ),
  screen(
    '/compliance/verifications',
    withTexts(['compliance', 'checks'], async () => (await import('../verification/checks/checks')).Checks),
  ),
  screen(
    '/compliance/find',
    withTexts(['compliance', 'standing'], async () => (await import('../review/find/find')).Find),
  ),
  screen(
    '/compliance/senders/:id',
    withTexts(
      ['compliance', 'standing', 'activity', 'checks'],
      async () => (await import('../review/sender/sender')).Sender,
    ),
  ),
  screen(
    '/compliance/replay/transfers/:id',
    withTexts(
      ['compliance', 'standing'],
      async () => (await import('../history/replay/replay-screen')).TransferReplay,
    ),
  ),
  screen(
    '/compliance/replay/senders/:id',
    withTexts(
      ['compliance', 'standing'],
      async () => (await import('../history/replay/replay-screen')).SenderReplay,
    ),
  ),
  screen(
    '/compliance/senders/:id/at',
    withTexts(
      ['compliance'],
      async () => (await import('../history/sender-at/sender-at-screen')).SenderAtScreen,
    ),
  ),
  screen(
    '/compliance/payouts',
    withTexts(
      ['compliance', 'transfers', 'sending'],
      async () => (await import('../payouts/payout-desk')).PayoutDesk,
    ),
  ),
  { path: '*', element: <Navigate to="/compliance" replace /> },
];

/** Every address. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    children: [
      { element: <PublicFrame />, children: publicScreens },
      {
        ...frame(withTexts(['account'], async () => (await import('./frames/auth-frame')).AuthFrame)),
        children: authScreens,
      },
      { element: <SecurityFrame />, children: securityScreens },
      {
        element: <Guard />,
        children: [
          {
            ...frame(withTexts([], async () => (await import('./frames/app-frame')).AppFrame)),
            children: screensOfSenders,
          },
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
                  async () => (await import('../screens/account/second-factor')).SecondFactorScreen,
                ),
              ),
            ],
          },
          {
            ...screen(
              '/compliance',
              withTexts(['compliance'], async () => (await import('../review/frame/staff-frame')).StaffFrame),
            ),
            children: staffScreens,
          },
        ],
      },
      { path: '*', element: <UnknownPath /> },
    ],
  },
];
