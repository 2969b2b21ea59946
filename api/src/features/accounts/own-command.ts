import { newCommandContext } from '../../engine/commands/command-context.js';
import { accountDecider, accountStream } from './account/account.decider.js';

/** A command that a user gives about their own account, for the CommandRunner. */
export const ownCommand = <Command>(uid: string, command: Command) => ({
  decider: accountDecider,
  stream: accountStream(uid),
  command,
  context: newCommandContext({ kind: 'sender', id: uid }),
});
