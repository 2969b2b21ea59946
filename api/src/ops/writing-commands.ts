import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { GrantRole } from '../accounts/grant-role.command.js';
import { SubscriptionRunner } from '../subscriptions/subscription-runner.js';
import { ROLES, type Role } from '../kernel/accounts.js';
import { DomainError } from '../kernel/domain-error.js';
import { Features } from '../event-sourcing/event-sourcing.module.js';
import { progressLine, type Say, sometimes, UsageError, type WritingCommand } from './operator-command.js';

type StaffRole = Exclude<Role, 'sender'>;
const STAFF_ROLES = ROLES.filter((role): role is StaffRole => role !== 'sender');

interface Operation {
  readonly app: INestApplicationContext;
  readonly words: readonly string[];
  readonly say: Say;
}

const commands: Readonly<Record<WritingCommand, (operation: Operation) => Promise<void>>> = {
  grant,
  rebuild,
  retry,
};

/** Runs a writing command here; refusals are said, and 2 tells that the words were wrong. */
export async function runWritingCommand(
  app: INestApplicationContext,
  [name = '', ...words]: readonly string[],
  say: Say,
): Promise<number> {
  try {
    if (!isWritingCommand(name)) throw new UsageError(`no such command: ${name}`);
    await commands[name]({ app, words, say });
    return 0;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

function isWritingCommand(name: string): name is WritingCommand {
  return Object.hasOwn(commands, name);
}

async function grant({ app, words: [email, role], say }: Operation): Promise<void> {
  const granted = STAFF_ROLES.find((known) => known === role);
  if (email === undefined || granted === undefined) {
    throw new UsageError(`grant <email> <role>, where role is one of ${STAFF_ROLES.join(', ')}`);
  }
  try {
    await app.get(CommandBus).execute(new GrantRole(email, granted));
  } catch (error) {
    if (error instanceof DomainError)
      throw new UsageError(`There is no account with this e-mail (${error.code})`);
    throw error;
  }
  say(`granted ${granted}; it counts from the next sign-in on`);
}

async function rebuild({ app, words: [view], say }: Operation): Promise<void> {
  const { projections } = app.get(Features);
  const names = projections.filter((projection) => projection.view === view).map(({ name }) => name);
  if (names.length === 0)
    throw new UsageError(`rebuild <view>, where view is one of ${viewsOf(projections)}`);
  const subscriptions = app.get(SubscriptionRunner);
  const sayProgress = sometimes(say);
  for (const name of names) {
    await subscriptions.rebuild(name, (events, rate, remaining) => {
      sayProgress(() => progressLine(events, rate, remaining));
    });
    say(`${name}: rebuilt beside the old one and swapped`);
  }
}

async function retry({ app, words: [name], say }: Operation): Promise<void> {
  if (name === undefined) throw new UsageError('parked retry <projection or saga>');
  const { applied, remaining } = await app.get(SubscriptionRunner).retryParked(name);
  say(`${name}: ${applied} applied, ${remaining} still parked`);
}

function viewsOf(projections: Features['projections']): string {
  return [...new Set(projections.map(({ view }) => view))].join(', ');
}
