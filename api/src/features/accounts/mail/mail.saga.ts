import { streamId, type StreamEvent } from '../../../event-sourcing/event.js';
import { evolveBy, resultOf, type ByEvent } from '../../../event-sourcing/evolve.js';
import type { Reaction, Saga } from '../../../event-sourcing/saga.js';
import {
  transferStream,
  type CancelCause,
  type LifecycleEvent,
  type ProblemResolved,
} from '../../lifecycle/state/lifecycle-events.rules.js';
import type { KycRepeated, KycStatusChanged } from '../../verification/verification-events.rules.js';
import type { SocialProvider } from '../../../kernel/people/accounts.js';
import type { AccountEvent, AccountReinstated, AccountSuspended } from '../account/account-events.rules.js';
import { accountStream } from '../account/account.decider.js';
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
  /** The reported problem that it answers. */
  readonly problemId?: string;
  /** The change of address that it is about. */
  readonly changeId?: string;
  /** It waits this long, and is not sent if it is outdated by then. */
  readonly delayMs?: number;
}
type Request = Omit<RequestedMail, 'type'>;
type FoldedFacts = AccountSuspended | AccountReinstated | KycRepeated | KycStatusChanged;
type Facts = AccountEvent | KycStatusChanged | KycRepeated | LifecycleEvent;

/** The state of the account or the checks of an event. */
interface Known {
  /** The event that began the suspension of the account; null while it is not suspended. */
  readonly suspension: string | null;
  /** The newest check that was repeated under a new name; null without one. */
  readonly repeat: { readonly requestId: string; readonly wasVerified: boolean } | null;
}

/** Facts that are mailed about. Whether the account gets the mail is decided when it is sent (decision 23). */
export const mailSaga: Saga<Known, RequestedMail, Facts> = {
  name: 'mail',
  startAt: 'head',
  prefixes: [accountStream.prefix, 'sender-', transferStream.prefix],
  needsState: ({ type }) => DEPEND_ON_BEFORE.has(type),
  initialState: () => ({ suspension: null, repeat: null }),
  evolve: evolveBy<Known, FoldedFacts>({
    AccountSuspended: (known, { id }) => ({ ...known, suspension: known.suspension ?? id }),
    AccountReinstated: (known) => ({ ...known, suspension: null }),
    KycRepeated: (known, { data: { requestId } }) => ({
      ...known,
      repeat: { requestId, wasVerified: false },
    }),
    KycStatusChanged: (known, { data: { requestId, status } }) =>
      status === 'verified' && requestId === known.repeat?.requestId
        ? { ...known, repeat: { requestId, wasVerified: true } }
        : known,
  }),
  react(event, known): readonly Reaction<RequestedMail>[] {
    return [resultOf(mails, known, event) ?? []].flat().map((mail) => ({
      commandIdParts: [mail.cause, mail.kind],
      command: { type: 'QueueMail', ...mail },
    }));
  },
};

/** Events whose mail depends on what was recorded before them. */
const DEPEND_ON_BEFORE: ReadonlySet<string> = new Set<Facts['type']>([
  'AccountSuspended',
  'KycStatusChanged',
]);

/** A change leaves the session it was made in, a reset none. */
const PASSWORD_KINDS = { change: 'password-changed', reset: 'password-reset' } as const;

/** Whatever we stop a transfer for, its sender reads the same. */
const mails: Partial<ByEvent<Known, Facts, Request | readonly Request[] | null>> = {
  AccountRegistered: (_, event) => ofAccount(event, 'confirm-email'),
  // Once, also when the operations team takes over what a lead suspended.
  AccountSuspended: ({ suspension }, event) => ({
    ...ofAccount(event, 'account-suspended'),
    cause: suspension ?? event.id,
  }),
  AccountReinstated: (_, event) => ofAccount(event, 'account-reinstated'),
  AccountClosed: (_, event) => ofAccount(event, 'account-closed'),
  SecondFactorEnrolled: (_, event) => ofAccount(event, 'second-factor-on'),
  SecondFactorRemoved: (_, event) => ofAccount(event, 'second-factor-off'),
  RecoveryCodeUsed: (_, event) => ofAccount(event, 'recovery-code-used'),
  RecoveryCodesReplaced: (_, event) => ofAccount(event, 'recovery-codes-replaced'),
  AccountReclaimed: (_, event) => (event.data.by === 'reset' ? ofAccount(event, PASSWORD_KINDS.reset) : null),
  PasswordChanged: (_, event) => ofAccount(event, PASSWORD_KINDS[event.data.cause]),
  ExternalIdentityLinked: (_, event) =>
    event.data.cause === 'password'
      ? { ...ofAccount(event, 'identity-linked'), provider: event.data.provider }
      : null,
  ExternalIdentityUnlinked: (_, event) => ({
    ...ofAccount(event, 'identity-unlinked'),
    provider: event.data.provider,
  }),
  EmailChangeRequested: (_, event) =>
    ofChange(event, event.data.changeId, ['email-change-old', 'email-change-new']),
  EmailChanged: (_, event) =>
    event.data.cause === 'undo'
      ? ofAccount(event, 'email-undone')
      : ofChange(event, event.data.changeId, ['email-changed', 'email-changed-old']),
  KycStatusChanged: ({ repeat }, event) => ofCheck(event, repeat),
  PaymentActionRequired: (_, event) => ({
    ...ofTransfer(event, 'transfer-unpaid'),
    delayMs: REMIND_AFTER_MS,
  }),
  PaymentCaptured: (_, event) => ofTransfer(event, 'transfer-receipt'),
  PaymentDeclined: (_, event) => ofTransfer(event, 'transfer-declined'),
  TransferDeclined: (_, event) => ofTransfer(event, 'transfer-declined'),
  TransferDelivered: (_, event) => ofTransfer(event, 'transfer-delivered'),
  RefundFailed: (_, event) => ofTransfer(event, 'transfer-refund-failed'),
  TransferRefunded: (_, event) => ofTransfer(event, 'transfer-refunded'),
  RefundSettled: (_, event) => ofTransfer(event, 'transfer-refund-settled'),
  ProblemResolved: (_, event) => ofAnswer(event),
  TransferCancelled: (_, event) =>
    ofTransfer(event, CANCELLED_KINDS[event.data.cause] ?? 'transfer-not-completed'),
};

/** The endings that the sender of an unpaid transfer had a part in. */
const CANCELLED_KINDS: Readonly<Partial<Record<CancelCause, MailKind>>> = {
  sender: 'transfer-cancelled',
  not_paid: 'transfer-expired',
};

const ofAccount = ({ id, stream }: StreamEvent<AccountEvent>, kind: MailKind): Request => ({
  kind,
  uid: streamId(stream),
  cause: id,
  transferId: null,
});

/** About a change of address: to both of its ends. */
const ofChange = (
  event: StreamEvent<AccountEvent>,
  changeId: string,
  kinds: readonly MailKind[],
): readonly Request[] => kinds.map((kind) => ({ ...ofAccount(event, kind), changeId }));

/** The result of an identity check, mailed once per check. That of a repeat is about the name, until it has been verified. */
function ofCheck(
  { stream, data: { status, requestId: cause } }: StreamEvent<KycStatusChanged>,
  repeat: Known['repeat'],
): Request | null {
  const of = { uid: streamId(stream), cause, transferId: null };
  const isRepeat = cause === repeat?.requestId;
  if (status === 'verified') return { kind: isRepeat ? 'name-changed' : 'identity-verified', ...of };
  if (status !== 'declined' && status !== 'failed') return null;
  return { kind: isRepeat && !repeat.wasVerified ? 'name-not-changed' : 'identity-not-verified', ...of };
}

/** Those who confirm at once are not reminded; half of the time to pay is then left. */
const REMIND_AFTER_MS = 15 * 60_000;

/** Kinds with a cause that can recur. */
const ONCE_PER_TRANSFER: readonly MailKind[] = [
  'transfer-unpaid',
  'transfer-declined',
  'transfer-refund-failed',
];

/** Unpaid transfers, declines and failed refunds can recur and are mailed once per transfer. */
function ofTransfer({ id, stream, data: { uid } }: StreamEvent<LifecycleEvent>, kind: MailKind): Request {
  const transferId = streamId(stream);
  const cause = ONCE_PER_TRANSFER.includes(kind) ? transferId : id;
  return { kind, uid, cause, transferId };
}

/** A problem that was closed without an answer has no mail. */
function ofAnswer({ id, stream, data }: StreamEvent<ProblemResolved>): Request | null {
  const { uid, problemId, answer } = data;
  const transferId = streamId(stream);
  return answer ? { kind: 'transfer-problem-answered', uid, cause: id, transferId, problemId } : null;
}
