import type { StreamEvent } from '../../../event-sourcing/event.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { EmailEnd } from '../../../kernel/people/accounts.js';
import type { AccountCommand, EmailCommand } from '../account/account-commands.rules.js';
import type { AccountEvent, EmailChanged } from '../account/account-events.rules.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Both ends confirm a change of address within this time. */
export const EMAIL_CHANGE_LASTS_MS = DAY_MS;
/** The owner of the mailbox of before can undo it for this long; its address stays the account's as long. */
export const EMAIL_UNDO_LASTS_MS = 7 * DAY_MS;

/** A change of address that was asked for; nothing has changed yet. */
export interface RequestedEmail {
  readonly changeId: string;
  readonly email: string;
  readonly requestedAtMs: number;
  readonly confirmedBy: readonly EmailEnd[];
}

/** An address that the account has, or may have, claimed in addition to its own: no other account gets it before it is given up. */
export interface HeldEmail {
  /** The change that replaced it, or that was to bring it. */
  readonly changeId: string;
  readonly email: string;
  /** Until then its owner can undo the change. */
  readonly untilMs: number;
  /** Of the account when it had this address. */
  readonly factorId: string | null;
  /** The identities of that time whose provider vouched for it. */
  readonly vouchedFor: readonly string[];
}

/** What these decisions read and change of an account. */
export interface Addressed {
  readonly email: string;
  readonly emailConfirmed: boolean;
  readonly emailRequest: RequestedEmail | null;
  readonly heldEmails: readonly HeldEmail[];
  /** The change that brought the address of the account; null for that of the sign-up, or after an undo. */
  readonly emailChangeId: string | null;
  readonly closedAt: string | null;
  readonly suspended: boolean;
  readonly factorId: string | null;
  readonly identities: readonly { readonly subjectIndex: string; readonly ownAddress: boolean }[];
}

const COMMANDS: ReadonlySet<AccountCommand['type']> = new Set<EmailCommand['type']>([
  'RequestEmailChange',
  'ConfirmEmailChange',
  'CancelEmailChange',
  'ChangeEmail',
  'GiveUpEmail',
]);

/** Whether a command is decided by {@link changeAddress}. */
export function isEmailCommand(command: AccountCommand): command is AccountCommand & EmailCommand {
  return COMMANDS.has(command.type);
}

/** The ends whose link has not been followed. An unconfirmed address may be a stranger's: only the new one is asked. */
export function missingEnds(
  { confirmedBy }: RequestedEmail,
  { emailConfirmed }: Pick<Addressed, 'emailConfirmed'>,
): readonly EmailEnd[] {
  const ends: readonly EmailEnd[] = emailConfirmed ? ['old', 'new'] : ['new'];
  return ends.filter((end) => !confirmedBy.includes(end));
}

/** Whether a request has lapsed without both confirmations. */
export function hasLapsed(request: RequestedEmail, account: Addressed, nowMs: number): boolean {
  return nowMs >= request.requestedAtMs + EMAIL_CHANGE_LASTS_MS && missingEnds(request, account).length > 0;
}

/** The address whose owner can still undo a change; null when there is none. */
export function undoable(account: Addressed, changeId: string, nowMs: number): HeldEmail | null {
  return account.heldEmails.find((held) => held.changeId === changeId && nowMs < held.untilMs) ?? null;
}

/** The last address whose owner can still undo a change; null when there is none. */
export function lastUndoable({ heldEmails }: Pick<Addressed, 'heldEmails'>, nowMs: number): HeldEmail | null {
  return heldEmails.findLast(({ untilMs }) => nowMs < untilMs) ?? null;
}

/**
 * How an account gets another address. A repeat records nothing.
 * @throws DomainError account_closed, account_suspended, email_unchanged, token_invalid
 */
export function changeAddress(
  command: EmailCommand & { readonly at: string },
  account: Addressed,
): readonly AccountEvent[] {
  const { emailRequest: request } = account;
  if (command.type === 'GiveUpEmail') return giveUp(command.changeId, account);
  if (command.type === 'CancelEmailChange') return cancelled(request, command.changeId);
  if (account.closedAt !== null) throw new DomainError('account_closed');
  if (account.suspended) throw new DomainError('account_suspended');
  return command.type === 'RequestEmailChange' ? ask(command, account) : confirm(command, account);
}

type Dated<Type extends EmailCommand['type']> = Extract<EmailCommand, { type: Type }> & {
  readonly at: string;
};

function ask(
  { changeId, email, at }: Dated<'RequestEmailChange'>,
  account: Addressed,
): readonly AccountEvent[] {
  const { emailRequest: request } = account;
  if (email === account.email) throw new DomainError('email_unchanged');
  if (request?.email === email && !hasLapsed(request, account, Date.parse(at))) return [];
  return [...cancelled(request), { type: 'EmailChangeRequested', data: { changeId, email } }];
}

function confirm(
  command: Dated<'ConfirmEmailChange' | 'ChangeEmail'>,
  account: Addressed,
): readonly AccountEvent[] {
  const { changeId } = command;
  const { emailRequest: request } = account;
  const nowMs = Date.parse(command.at);
  // Users click twice: the change that they confirmed is made.
  if (account.emailChangeId === changeId || undoable(account, changeId, nowMs)) return [];
  if (request?.changeId !== changeId || hasLapsed(request, account, nowMs))
    throw new DomainError('token_invalid');
  if (command.type === 'ChangeEmail') return change(request, account);
  const { by } = command;
  return request.confirmedBy.includes(by) ? [] : [{ type: 'EmailChangeConfirmed', data: { changeId, by } }];
}

function change(request: RequestedEmail, account: Addressed): readonly AccountEvent[] {
  if (missingEnds(request, account).length > 0) throw new DomainError('token_invalid');
  const { changeId, email } = request;
  return [
    { type: 'EmailChanged', data: { changeId, email, cause: 'confirmed' } },
    ...(account.emailConfirmed ? [] : [{ type: 'EmailConfirmed', data: {} } as const]),
  ];
}

/** Ends what waits: all of it, or one change. */
export function cancelled(
  request: RequestedEmail | null,
  changeId = request?.changeId,
): readonly AccountEvent[] {
  if (!request || request.changeId !== changeId) return [];
  return [{ type: 'EmailChangeCancelled', data: { changeId } }];
}

function giveUp(changeId: string, { heldEmails }: Addressed): readonly AccountEvent[] {
  return heldEmails.some((held) => held.changeId === changeId)
    ? [{ type: 'EmailGivenUp', data: { changeId } }]
    : [];
}

/** The account after a recorded change of address. */
export function withAddress<Account extends Addressed>(
  account: Account,
  { data: { changeId, email, cause }, metadata: { at } }: StreamEvent<EmailChanged>,
): Account {
  const atMs = Date.parse(at);
  if (cause === 'confirmed') {
    const untilMs = account.emailConfirmed ? atMs + EMAIL_UNDO_LASTS_MS : atMs;
    const held = heldUntil(account, { changeId, email: account.email, untilMs });
    const identities = account.identities.map((identity) => ({ ...identity, ownAddress: false }));
    const heldEmails = [...account.heldEmails, held];
    return { ...account, email, emailChangeId: changeId, emailRequest: null, heldEmails, identities };
  }
  const index = account.heldEmails.findIndex((held) => held.changeId === changeId);
  const { vouchedFor = [] } = account.heldEmails[index] ?? {};
  // A later holder of the account cannot prevent it, and none of their addresses stays.
  const since = account.heldEmails.slice(index + 1).map((held) => ({ ...held, untilMs: atMs }));
  const { emailRequest } = account;
  const theirs = [{ changeId, email: account.email }, ...(emailRequest ? [emailRequest] : [])];
  return {
    ...account,
    email,
    emailChangeId: null,
    emailRequest: null,
    heldEmails: [
      ...account.heldEmails.slice(0, index),
      ...since,
      ...theirs.map((one) => heldUntil(account, { ...one, untilMs: atMs })),
    ],
    identities: account.identities.map((identity) => ({
      ...identity,
      ownAddress: vouchedFor.includes(identity.subjectIndex),
    })),
  };
}

/** A request that no longer waits; its address may have been claimed already. */
export function withoutRequest<Account extends Addressed>(account: Account, at: string): Account {
  const { emailRequest } = account;
  if (!emailRequest) return account;
  const held = heldUntil(account, { ...emailRequest, untilMs: Date.parse(at) });
  return { ...account, emailRequest: null, heldEmails: [...account.heldEmails, held] };
}

function heldUntil(
  { factorId, identities }: Addressed,
  { changeId, email, untilMs }: Pick<HeldEmail, 'changeId' | 'email' | 'untilMs'>,
): HeldEmail {
  const vouchedFor = identities
    .filter(({ ownAddress }) => ownAddress)
    .map(({ subjectIndex }) => subjectIndex);
  return { changeId, email, untilMs, factorId, vouchedFor };
}
