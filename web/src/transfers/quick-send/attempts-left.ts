import { PAYMENT_ATTEMPTS_LIMIT, type Transaction } from '@kernel/money/transfers';

/** How many cards may still be tried, the one under way included (docs/money.md, Payment). */
export const attemptsLeft = (steps: Transaction['steps']): number =>
  PAYMENT_ATTEMPTS_LIMIT - steps.filter(({ step }) => step === 'declined' || step === 'abandoned').length;
