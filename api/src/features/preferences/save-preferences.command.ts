import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../../engine/commands/command-context.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { UserPrefs } from '../../kernel/people/preferences.js';
import { preferencesDecider, preferencesStream, type Preferences } from './preferences.decider.js';

/** Merges changes into a sender's preferences and returns all of them. @throws uid_required */
export class SavePreferences extends Command<UserPrefs> {
  constructor(
    readonly uid: string,
    readonly wanted: Partial<Preferences>,
  ) {
    super();
  }
}

@CommandHandler(SavePreferences)
export class SavePreferencesHandler implements ICommandHandler<SavePreferences> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ uid, wanted }: SavePreferences): Promise<UserPrefs> {
    if (uid === '') throw new DomainError('uid_required');
    const { selected } = await this.runner.execute({
      decider: preferencesDecider,
      stream: preferencesStream(uid),
      command: { wanted },
      context: newCommandContext({ kind: 'sender', id: uid }),
      select: ({ preferences, updatedAt }) => ({ uid, ...preferences, updatedAt }),
    });
    return selected;
  }
}
