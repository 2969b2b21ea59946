import { type RecordedEvent, streamId } from '../../../event-sourcing/event.js';
import type { Reaction, Saga } from '../../../event-sourcing/saga.js';
import { transferStream, type LifecycleEvent } from '../../lifecycle/lifecycle-events.rules.js';
import type { VerificationEvent } from '../../verification/verification.decider.js';
import type { SocialProvider } from '../../../kernel/accounts.js';
import type { AccountEvent } from '../account-events.rules.js';
import { accountStream } from '../account.decider.js';
import type { MailKind } from './mail-kinds.rules.js';

/** A mail for the outbox; one per cause and kind. */
export interface RequestedMail {
  readonly type: 'QueueMail';
  readonly kind: MailKind;
  readonly uid: string;
  /** UUID of what triggered it: the event, or the transfer or check that is mailed about only once. */
  readonly cause: string;
  /** The transfer it is about. */
  readonly transferId: string | null;
  /** The sign-in provider it is about. */
  readonly provider?: SocialProvider;
}
type Request = Omit<RequestedMail, 'type'>;

/** Facts that are mailed about. Whether the account gets the mail is decided when it is sent (decision 23). */
export const mailSaga: Saga<null, RequestedMail> = {
  name: 'mail',
  startAt: 'head',
  prefixes: [accountStream.prefix, 'sender-', transferStream.prefix],
  stateStream: () => null,
  initialState: () => null,
  evolve: () => null,
  react(event): readonly Reaction<RequestedMail>[] {
    const mail = mailAbout(event);
    return mail ? [{ commandIdParts: [mail.cause, mail.kind], command: { type: 'QueueMail', ...mail } }] : [];
  },
};

function mailAbout(event: RecordedEvent): Request | null {
  if (event.stream.startsWith(transferStream.prefix))
    return aboutTransfer(event as RecordedEvent<LifecycleEvent>);
  if (event.stream.startsWith(accountStream.prefix))
    return aboutAccount(event as RecordedEvent<AccountEvent>);
  return aboutIdentity(event as RecordedEvent<VerificationEvent>);
}

function aboutAccount(event: RecordedEvent<AccountEvent>): Request | null {
  const of = (kind: MailKind): Request => ({
    kind,
    uid: streamId(event.stream),
    cause: event.id,
    transferId: null,
  });
  if (event.type === 'ExternalIdentityLinked')
    return event.data.cause === 'password'
      ? { ...of('identity-linked'), provider: event.data.provider }
      : null;
  if (event.type === 'ExternalIdentityUnlinked')
    return { ...of('identity-unlinked'), provider: event.data.provider };
  if (event.type === 'AccountReclaimed') return event.data.by === 'reset' ? of(PASSWORD_KINDS.reset) : null;
  if (event.type === 'PasswordChanged') return of(PASSWORD_KINDS[event.data.cause]);
  const kind = ACCOUNT_KINDS[event.type];
  return kind ? of(kind) : null;
}

/** A change leaves the session it was made in, a reset none. */
const PASSWORD_KINDS = { change: 'password-changed', reset: 'password-reset' } as const;

const ACCOUNT_KINDS: { readonly [Type in AccountEvent['type']]?: MailKind } = {
  AccountRegistered: 'confirm-email',
  AccountSuspended: 'account-suspended',
  AccountReinstated: 'account-reinstated',
  SecondFactorEnrolled: 'second-factor-on',
  SecondFactorRemoved: 'second-factor-off',
  RecoveryCodeUsed: 'recovery-code-used',
  RecoveryCodesReplaced: 'recovery-codes-replaced',
};

/** The result of an identity check, mailed once per check. */
function aboutIdentity(event: RecordedEvent<VerificationEvent>): Request | null {
  if (event.type !== 'KycStatusChanged') return null;
  const { status, requestId: cause } = event.data;
  const of = { uid: streamId(event.stream), cause, transferId: null };
  if (status === 'verified') return { kind: 'identity-verified', ...of };
  return status === 'declined' || status === 'failed' ? { kind: 'identity-not-verified', ...of } : null;
}

const TRANSFER_KINDS: { readonly [Type in LifecycleEvent['type']]?: MailKind } = {
  PaymentCaptured: 'transfer-receipt',
  PaymentDeclined: 'transfer-declined',
  TransferDeclined: 'transfer-declined',
  TransferDelivered: 'transfer-delivered',
  RefundFailed: 'transfer-refund-failed',
  TransferRefunded: 'transfer-refunded',
};

/**
 * Declines and failed refunds can recur and are mailed once per transfer. Whatever we stop a transfer for, its sender reads the
 * same; one that was never paid ends without a mail.
 */
function aboutTransfer(event: RecordedEvent<LifecycleEvent>): Request | null {
  const transferId = streamId(event.stream);
  const kind =
    event.type === 'TransferCancelled' ? cancelled(event.data.cause) : (TRANSFER_KINDS[event.type] ?? null);
  if (kind === null) return null;
  const isRecurring = kind === 'transfer-declined' || kind === 'transfer-refund-failed';
  return { kind, uid: event.data.uid, cause: isRecurring ? transferId : event.id, transferId };
}

function cancelled(cause: string): MailKind | null {
  if (cause === 'not_paid') return null;
  return cause === 'sender' ? 'transfer-canceled' : 'transfer-not-completed';
}
