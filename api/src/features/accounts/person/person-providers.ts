import {
  CancelEmailRequestHandler,
  ConfirmEmailChangeHandler,
  RequestEmailHandler,
  UndoEmailHandler,
} from './change-email.command.js';
import { ChangeOwnNameHandler, FollowNameHandler } from './change-name.command.js';
import { EmailChangesWorker } from './email-changes.worker.js';
import { SettleEmails } from './settle-emails.js';

/** What changes the address and the name of a person. */
export const personProviders = [
  RequestEmailHandler,
  CancelEmailRequestHandler,
  ConfirmEmailChangeHandler,
  UndoEmailHandler,
  ChangeOwnNameHandler,
  FollowNameHandler,
  SettleEmails,
  EmailChangesWorker,
];
