import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '../../event-sourcing/event.js';
import { CommandRunner } from '../../commands/command-runner.js';
import type { Locale } from '../../kernel/accounts.js';
import type { PreferencesEvent } from '../../preferences/preferences.decider.js';
import { AccountDirectory } from '../account-directory.js';
import type { MailReader } from './mail-message.js';
import type { OutboxRow } from './outbox.js';

interface SavedLocale {
  readonly locale: Locale | null;
}

/** The saved language, read from the preferences' own stream, since workers do not depend on views. */
const savedLocale = {
  name: 'mail-locale',
  initialState: (): SavedLocale => ({ locale: null }),
  evolve: (state: SavedLocale, { data }: RecordedEvent<PreferencesEvent>): SavedLocale =>
    data.changed.locale === undefined ? state : { locale: data.changed.locale },
};

/** Finds the recipient of an outbox row at the time of sending. */
@Injectable()
export class MailReaders {
  constructor(
    private readonly runner: CommandRunner,
    private readonly directory: AccountDirectory,
  ) {}

  /** Null when no account has the address. */
  async find(to: OutboxRow['to']): Promise<(MailReader & { readonly uid: string }) | null> {
    const uid = 'uid' in to ? to.uid : await this.directory.claimantOfIndex(to.emailIndex);
    const account = uid === null ? null : await this.directory.byUid(uid);
    if (uid === null || !account) return null;
    const saved = await this.runner.inspect(savedLocale, `preferences-${uid}`, ({ locale }) => locale);
    const { email, firstName, locale } = account;
    return { uid, email, firstName, locale: saved ?? locale };
  }
}
