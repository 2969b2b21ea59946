import { CloseOwnAccountHandler, FinishClosingHandler } from './close-account.command.js';
import { ClosedAccounts } from './closed-accounts.js';
import { ClosedAccountsWorker } from './closed-accounts.worker.js';
import { GetClosing } from './get-closing.query.js';

/** What closes accounts. */
export const closingProviders = [
  CloseOwnAccountHandler,
  FinishClosingHandler,
  GetClosing,
  ClosedAccounts,
  ClosedAccountsWorker,
];
