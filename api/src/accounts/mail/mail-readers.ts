import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '../../event-sourcing/event.js';
import { CommandRunner } from '../../commands/command-runner.js';
import type { Locale } from '../../kernel/accounts.js';
import type { PreferencesEvent } from '../../preferences/preferences.decider.js';
import { AccountDirectory } from '../account-directory.js';
import type { MailReader } from './mail-message.js';
import type { OutboxRow } from './outbox.js';

interface Preferred {
  readonly locale?: Locale | null;
  readonly displayName?: string | null;
}

/** The saved language and name, read from the preferences' own stream, since workers do not depend on views. */
const preferred = {
  name: 'mail-preferences',
  initialState: (): Preferred => ({}),
  evolve: (state: Preferred, { data: { changed } }: RecordedEvent<PreferencesEvent>): Preferred => ({
    locale: changed.locale ?? state.locale ?? null,
    displayName: changed.displayName === undefined ? (state.displayName ?? null) : changed.displayName,
  }),
};

/** A recipient, with what decides which mail fits. */
interface FoundReader extends MailReader {
  readonly uid: string;
  readonly emailConfirmed: boolean;
  readonly hasPassword: boolean;
}

/** Finds the recipient of an outbox row at the time of sending. */
@Injectable()
export class MailReaders {
  constructor(
    private readonly runner: CommandRunner,
    private readonly directory: AccountDirectory,
  ) {}

  /** Null when no account has the address. */
  async find(to: OutboxRow['to']): Promise<FoundReader | null> {
    const uid = 'uid' in to ? to.uid : await this.directory.claimantOfIndex(to.emailIndex);
    const account = uid === null ? null : await this.directory.byUid(uid);
    if (uid === null || !account) return null;
    const saved = await this.runner.query(preferred, `preferences-${uid}`, (state) => ({ ...state }));
    const { email, firstName, locale, emailConfirmed, hasPassword } = account;
    const name = emailConfirmed ? (saved.displayName ?? firstName) : null;
    return { uid, emailConfirmed, hasPassword, email, name, locale: saved.locale ?? locale };
  }
}
