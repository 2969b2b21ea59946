import { Injectable } from '@nestjs/common';
import type { Position, RecordedEvent } from '../../../event-sourcing/event.js';
import { Clock } from '../../../config/clock.js';
import { Secrets } from '../../../config/runtime.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { StoreUnavailable } from '../../../engine/storage/store-unavailable.js';
import { SubscriptionRunner } from '../../../engine/subscriptions/subscription-runner.js';
import { documentsOf } from '../../../engine/view-store/pages-of.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { cardFactsOf } from '../../../kernel/money/cards.js';
import type { LifecycleState } from '../../lifecycle/state/lifecycle-state.rules.js';
import { transferLifecycle } from '../../lifecycle/state/transfer-lifecycle.decider.js';
import { transferStream, type LifecycleEvent } from '../../lifecycle/state/lifecycle-events.rules.js';
import { initialProgress, progressAfter } from '../../lifecycle/state/progress.rules.js';
import type { TransferProgress } from '../../../kernel/money/transfers.js';
import { fullNameOf, type SocialProvider } from '../../../kernel/people/accounts.js';
import { builtInRule } from '../../../kernel/staff/rules.js';
import type { RuleEvent } from '../../rules/definition/rule-events.rules.js';
import type { Preferences, PreferencesEvent } from '../../preferences/preferences.decider.js';
import { cardsProjection } from '../../payments/cards/cards.projection.js';
import type { Account } from '../account/account-state.rules.js';
import { missingEnds, undoable } from '../person/email-change.rules.js';
import { AccountDirectory } from '../account/account-directory.js';
import { accountsProjection } from '../account/accounts.projection.js';
import { earlierIndex, emailIndex } from '../email-address.js';
import { SessionStore } from '../sessions/session-store.js';
import { isStaff } from '../sign-in/open-session.js';
import { expiringCardOf } from './card-mail.js';
import type { MailReader } from './mail-message.js';
import type { MailSubject } from './mail-subject.js';
import type { MailChoices, MailKind } from './mail-kinds.rules.js';
import type { OutboxRow } from './outbox.js';

/** Longest wait for the view of accounts; after that the event is delivered again. */
const WAIT_MS = 5_000;

/** The saved language and choice of mail, read from the preferences' own stream, since workers do not depend on views. */
const preferred = {
  name: 'mail-preferences',
  initialState: (): Partial<Preferences> => ({}),
  evolve: (
    state: Partial<Preferences>,
    { data: { changed } }: RecordedEvent<PreferencesEvent>,
  ): Partial<Preferences> => {
    const { displayName: _, ...choices } = changed;
    return { ...state, ...choices };
  },
};

const progress = {
  name: 'mail-progress',
  initialState: initialProgress,
  evolve: (state: TransferProgress, event: RecordedEvent<LifecycleEvent>): TransferProgress =>
    progressAfter(state, event),
};

/** The answers to a transfer's reported problems, by their numbers. */
const answers = {
  name: 'mail-answers',
  initialState: (): Readonly<Record<string, string>> => ({}),
  evolve: (
    state: Readonly<Record<string, string>>,
    { type, data }: RecordedEvent<LifecycleEvent>,
  ): Readonly<Record<string, string>> =>
    type === 'ProblemResolved' ? { ...state, [data.problemId]: data.answer } : state,
};

/** The name of a rule in its newest definition in force. */
const ruleName = {
  name: 'mail-rule-name',
  initialState: (): string | null => null,
  evolve: (state: string | null, { type, data }: RecordedEvent<RuleEvent>): string | null =>
    type === 'RuleActivated' ? data.definition.name : state,
};

/** A recipient, with what decides which mail fits. */
export interface FoundReader extends MailReader {
  readonly hasPassword: boolean;
  readonly isStaff: boolean;
  /** A suspended one is not. */
  readonly isLead: boolean;
  /** The current one. */
  readonly credentialId: string;
  /** The sign-in providers that the account is linked to. */
  readonly providers: readonly SocialProvider[];
  readonly account: Account;
  /** The optional mails that they want. */
  readonly choices: MailChoices;
}

/** A mail as it is sent: to whom, and with the other address of a change that it is about. */
interface Addressed {
  readonly kind: MailKind;
  readonly reader: FoundReader;
  readonly newEmail: string | null;
}

/** Reads what a mail needs at the time of sending. */
@Injectable()
export class MailReaders {
  constructor(
    private readonly runner: CommandRunner,
    private readonly directory: AccountDirectory,
    private readonly sessions: SessionStore,
    private readonly views: ViewStore,
    private readonly subscriptions: SubscriptionRunner,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /** The sign-in that began a session; null for a mail about none, and once the session has ended. */
  async signInOf(sessionId: string | undefined): Promise<MailSubject['signIn']> {
    return sessionId === undefined ? null : this.sessions.startOf(sessionId);
  }

  /** The life of a transfer, from its own stream; null for a mail about none. */
  async transferOf(transferId: string | undefined): Promise<LifecycleState | null> {
    if (transferId === undefined) return null;
    return this.runner.query(transferLifecycle, transferStream(transferId), (state) => state);
  }

  /** What its sender reads of a transfer: a mail says no more; null for a mail about none. */
  async progressOf(transferId: string | undefined): Promise<TransferProgress | null> {
    if (transferId === undefined) return null;
    return this.runner.query(progress, transferStream(transferId), (state) => state);
  }

  /** A reported problem of a transfer, with its answer; null for a mail about none. */
  async problemOf({ transferId, problemId }: OutboxRow): Promise<MailSubject['problem']> {
    if (transferId === undefined || problemId === undefined) return null;
    const answer = await this.runner.query(answers, transferStream(transferId), (state) => state[problemId]);
    return { number: problemId, answer: answer ?? '' };
  }

  /** The card that a mail is about, from the view that it was found in; null once it needs no mail, and for a mail about none. */
  async cardOf({ cardId, to }: OutboxRow): Promise<MailSubject['card']> {
    if (cardId === undefined || !('uid' in to)) return null;
    const document = await this.views.get(cardsProjection, to.uid);
    const card = document && expiringCardOf(document, this.clock.now());
    return card?.cardId === cardId ? cardFactsOf(card) : null;
  }

  /** What a lead did with a rule, with both names; null for a mail about none. */
  async ruleOf({ rule }: OutboxRow): Promise<MailSubject['rule']> {
    if (!rule) return null;
    const { ruleId, by, at } = rule;
    const named = await this.runner.query(ruleName, `rule-${ruleId}`, (name) => name);
    const person = await this.directory.byUid(by);
    const name = named ?? builtInRule(ruleId)?.definition.name ?? ruleId;
    return { id: ruleId, name, by: person ? fullNameOf(person) : by, atMs: Date.parse(at) };
  }

  /** The uids of all leads, from the view once it has passed `position`. @throws StoreUnavailable while it is behind */
  async leadsAt(position: Position): Promise<readonly string[]> {
    if (!(await this.subscriptions.caughtUp(accountsProjection, position, WAIT_MS)))
      throw new StoreUnavailable('The mail to leads waits for the view of accounts');
    const staff = { by: 'byStaff', where: { isStaff: true } };
    const accounts = await documentsOf(this.views, accountsProjection, staff);
    return accounts.filter(({ roles }) => roles.includes('lead')).map(({ uid }) => uid);
  }

  private isIndexOf(email: string, index: string): boolean {
    return [emailIndex(email, this.secrets), earlierIndex(email, this.secrets)].includes(index);
  }

  /** Who a mail goes to; null when no account has the address, or the mail is outdated. */
  async find(row: OutboxRow): Promise<Addressed | null> {
    const reader = await this.readerOf(row.to);
    if (!reader) return null;
    const { kind, changeId = '' } = row;
    if (kind === 'email-changed-old') {
      const held = undoable(reader.account, changeId, this.clock.now());
      return held && { kind, reader: { ...reader, email: held.email }, newEmail: reader.account.email };
    }
    if (kind === 'email-change-old' || kind === 'email-change-new')
      return this.askedAt(kind, reader, changeId);
    return { kind, reader, newEmail: null };
  }

  /** A mail that asks about a change of address, to the mailbox that it asks; an address that another account has gets no link. */
  private async askedAt(
    kind: 'email-change-old' | 'email-change-new',
    reader: FoundReader,
    changeId: string,
  ): Promise<Addressed | null> {
    const { account, uid } = reader;
    const { emailRequest: request } = account;
    const end = kind === 'email-change-old' ? 'old' : 'new';
    if (request?.changeId !== changeId || !missingEnds(request, account).includes(end)) return null;
    const { email } = request;
    if (end === 'old') return { kind, reader, newEmail: email };
    const owner = await this.directory.claimantOf(email);
    const isTaken = owner !== null && owner !== uid;
    // A name in it would be a text of the caller's, to a stranger.
    const stranger = { ...reader, email, name: null };
    return { kind: isTaken ? 'email-change-taken' : kind, reader: stranger, newEmail: null };
  }

  private async readerOf(to: OutboxRow['to']): Promise<FoundReader | null> {
    const found = await this.accountOf(to);
    if (!found) return null;
    const { uid, account } = found;
    const saved = await this.runner.query(preferred, `preferences-${uid}`, (state) => state);
    const { email, firstName, locale, emailConfirmed, hasPassword, credentialId, closedAt } = account;
    const providers = account.identities.map(({ provider }) => provider);
    const name = emailConfirmed ? firstName : null;
    const person = { uid, email, name, locale: saved.locale ?? locale, closedAt };
    const isLead = account.roles.includes('lead') && !account.suspended;
    const kept = { hasPassword, isStaff: isStaff(account.roles), isLead, credentialId, providers };
    return { ...person, emailConfirmed, choices: saved, ...kept, account };
  }

  /**
   * Null for an erased account, and for an address that opens no account: of a closed one, or one that is only kept before or
   * after a change.
   */
  private async accountOf(to: OutboxRow['to']) {
    const uid = 'uid' in to ? to.uid : await this.directory.claimantOfIndex(to.emailIndex);
    const account = uid === null ? null : await this.directory.byUid(uid);
    if (uid === null || !account || account.erased) return null;
    if ('uid' in to) return { uid, account };
    return account.closedAt === null && this.isIndexOf(account.email, to.emailIndex)
      ? { uid, account }
      : null;
  }
}
