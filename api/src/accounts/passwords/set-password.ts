import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../commands/command-runner.js';
import type { ChangePassword } from '../account.decider.js';
import { ownCommand } from '../own-command.js';
import { SessionStore } from '../sessions/session-store.js';
import { Credentials } from './credentials.js';

/** The last steps of a change and of a reset: records the new credential, then ends the sessions of the old one. */
@Injectable()
export class SetPassword {
  constructor(
    private readonly runner: CommandRunner,
    private readonly credentials: Credentials,
    private readonly sessions: SessionStore,
  ) {}

  /** `replaces` is the credential the caller proved to know, null for a reset. */
  async record(uid: string, credentialId: string, replaces: string | null): Promise<void> {
    const command: Omit<ChangePassword, 'at'> = { type: 'ChangePassword', credentialId, replaces };
    const { events } = await this.runner.execute(ownCommand(uid, command));
    for (const event of events)
      if (event.type === 'PasswordChanged') await this.endStale(uid, event.data.replacedCredentialId);
  }

  /** Idempotent: the saga repeats it in case the server was killed after recording. */
  async endStale(uid: string, replacedCredentialId: string): Promise<void> {
    await this.sessions.endAll(uid, ({ family }) => family.credentialId === replacedCredentialId);
    await this.credentials.remove(replacedCredentialId);
  }
}
