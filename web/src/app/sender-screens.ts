import { useEffect } from 'react';
import { onFirstPress } from '../lib/first-press';
import { withTexts } from './texts/i18n';

/** The code of each signed-in screen, in a separate file, and its texts. */
export const senderScreens = {
  dashboard: withTexts(['sending'], async () => (await import('../screens/money/dashboard')).DashboardScreen),
  transactions: withTexts(
    ['sending', 'transfers'],
    async () => (await import('../screens/money/transactions')).TransactionsScreen,
  ),
  transaction: withTexts(
    ['sending', 'transfers'],
    async () => (await import('../screens/money/transaction')).TransactionScreen,
  ),
  receipt: withTexts(
    ['sending', 'transfers'],
    async () => (await import('../screens/money/receipt')).ReceiptScreen,
  ),
  statements: withTexts(
    ['transfers'],
    async () => (await import('../screens/money/statements')).StatementsScreen,
  ),
  statement: withTexts(
    ['transfers'],
    async () => (await import('../screens/money/statement')).StatementScreen,
  ),
  savedCards: withTexts(
    ['sending', 'paying'],
    async () => (await import('../screens/money/saved-cards')).SavedCardsScreen,
  ),
  recipients: withTexts(
    ['sending'],
    async () => (await import('../screens/money/recipients')).RecipientsScreen,
  ),
  verification: withTexts(
    ['sending', 'verification', 'account'],
    async () => (await import('../screens/account/verification')).VerificationScreen,
  ),
  profile: withTexts(
    ['sending', 'account', 'verification'],
    async () => (await import('../screens/account/profile')).ProfileScreen,
  ),
  payment: withTexts(
    ['sending', 'paying'],
    async () => (await import('../screens/money/payment')).PaymentScreen,
  ),
};

/** Blocks that screens load by themselves. */
const BLOCKS = [
  () => import('../transfers/quick-send/quick-send'),
  () => import('../recipients/recipient-suggestions'),
];

/** What the first press asks for comes first. */
const PREFETCH_AFTER_MS = 500;

/** From the first press on fetches the code of every screen once, so that a screen opens without a network too. */
export function useAllScreensFetched(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stopWaiting = onFirstPress(() => {
      timer = setTimeout(() => {
        void fetchInTurn();
      }, PREFETCH_AFTER_MS);
    });
    return () => {
      stopWaiting();
      clearTimeout(timer);
    };
  }, []);
}

/** One after the other, so that the sender's own requests are not delayed. */
async function fetchInTurn(): Promise<void> {
  for (const load of [...Object.values(senderScreens), ...BLOCKS]) {
    // A file that is missing now is reported when its screen is opened.
    await load().catch(() => undefined);
  }
}
