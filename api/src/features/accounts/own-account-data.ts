import { Injectable } from '@nestjs/common';
import { isoInstant } from '../../config/clock.js';
import { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import { resultOf, type ByEvent } from '../../event-sourcing/evolve.js';
import { type OwnData, type OwnDataOf, type OwnDataSource, ownTable } from '../../event-sourcing/own-data.js';
import type { AccountEvent } from './account/account-events.rules.js';
import { accountStream } from './account/account.decider.js';
import { GetMe } from './get-me.query.js';
import { SessionStore } from './sessions/session-store.js';

/** The account, what happened to it, and where its owner is signed in. */
@Injectable()
export class OwnAccountData implements OwnDataSource {
  constructor(
    private readonly getMe: GetMe,
    private readonly sessions: SessionStore,
    private readonly log: EncryptedEventLog,
  ) {}

  async ownData({ uid }: OwnDataOf): Promise<OwnData> {
    const me = await this.getMe.execute(uid);
    return {
      tables: [
        ownTable('account', () => Promise.resolve([me])),
        ownTable('account-history', () => this.historyOf(uid)),
        ownTable('sessions', () => this.sessionsOf(uid)),
      ],
    };
  }

  private async historyOf(uid: string): Promise<readonly object[]> {
    const lines: object[] = [];
    for await (const event of this.log.read<AccountEvent>(accountStream(uid))) {
      const facts = resultOf(shown, null, event);
      if (facts) lines.push({ at: event.metadata.at, event: event.type, ...facts });
    }
    return lines;
  }

  private async sessionsOf(uid: string): Promise<readonly object[]> {
    const sessions = await this.sessions.list(uid);
    return sessions.map(({ family: { device, createdAtMs, lastSeenAtMs } }) => ({
      device,
      createdAt: isoInstant(createdAtMs),
      lastSeenAt: isoInstant(lastSeenAtMs),
    }));
  }
}

const named = () => ({});
const hidden = () => null;

/** What the owner reads of an event; null for what staff decided about the account, and for what is only technical. */
const shown: ByEvent<null, AccountEvent, object | null> = {
  AccountRegistered: (_, { data: { email, firstName, lastName, locale } }) => ({
    email,
    firstName,
    lastName,
    locale,
  }),
  TermsAccepted: (_, { data: { termsVersion, minimumAge } }) => ({ termsVersion, minimumAge }),
  EmailConfirmed: named,
  EmailChangeRequested: (_, { data: { email } }) => ({ email }),
  EmailChangeConfirmed: (_, { data: { by } }) => ({ by }),
  EmailChangeCancelled: named,
  EmailChanged: (_, { data: { email, cause } }) => ({ email, cause }),
  EmailGivenUp: hidden,
  NameChanged: (_, { data: { firstName, lastName } }) => ({ firstName, lastName }),
  PasswordChanged: (_, { data: { cause } }) => ({ cause }),
  AccountReclaimed: (_, { data: { by } }) => ({ by }),
  AccountCleared: hidden,
  ExternalIdentityLinked: (_, { data: { provider } }) => ({ provider }),
  ExternalIdentityUnlinked: (_, { data: { provider } }) => ({ provider }),
  RoleGranted: (_, { data: { role } }) => ({ role }),
  RoleRevoked: (_, { data: { role } }) => ({ role }),
  AccountSuspended: hidden,
  AccountReinstated: hidden,
  ReinstatementRequested: hidden,
  SecondFactorEnrolled: named,
  SecondFactorRemoved: (_, { data: { cause } }) => ({ cause }),
  RecoveryCodesReplaced: named,
  RecoveryCodeUsed: (_, { data: { left } }) => ({ left }),
  AccountClosed: named,
  LegalHoldPlaced: hidden,
  LegalHoldLifted: hidden,
  AccountErased: hidden,
};
