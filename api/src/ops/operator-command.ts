import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { GrantRole } from '../accounts/grant-role.command.js';
import { ROLES, type Role } from '../kernel/accounts.js';
import { DomainError } from '../kernel/domain-error.js';
import type { Subscriptions } from '../infrastructure/subscriptions.js';
import { SUBSCRIPTIONS } from '../infrastructure/tokens.js';
import { projections } from '../rooms.js';

/** Where a command says what it does. */
export type Say = (line: string) => void;

/** A word of the operator that cannot be followed; the text says what can. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type StaffRole = Exclude<Role, 'sender'>;
const STAFF_ROLES = ROLES.filter((role): role is StaffRole => role !== 'sender');

/** Progress is said at most once in this time. */
const SAY_EVERY_MS = 500;

/** A command about a data folder or its stores as a whole; it opens what it needs itself. */
export interface FolderCommand {
  readonly dataDir: string;
  readonly words: readonly string[];
  readonly say: Say;
}

interface Operation {
  readonly app: INestApplicationContext;
  readonly words: readonly string[];
  readonly say: Say;
}

/** Commands that write: they run inside the server when one runs, else in a process that holds the data folder. */
export const WRITING_COMMANDS: Readonly<Record<string, (operation: Operation) => Promise<void>>> = {
  grant,
  rebuild,
  retry,
};

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
  const names = projections.filter((projection) => projection.view === view).map(({ name }) => name);
  if (names.length === 0) throw new UsageError(`rebuild <view>, where view is one of ${viewNames()}`);
  const subscriptions = app.get<Subscriptions>(SUBSCRIPTIONS);
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
  const { applied, remaining } = await app.get<Subscriptions>(SUBSCRIPTIONS).retryParked(name);
  say(`${name}: ${applied} applied, ${remaining} still parked`);
}

function viewNames(): string {
  return [...new Set(projections.map(({ view }) => view))].join(', ');
}

/** "120,000 events, 48,000/s, about 12 s left". */
export function progressLine(events: number, ratePerSecond: number, remaining: number | null): string {
  const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
  const rate = `${count.format(events)} events, ${count.format(ratePerSecond)}/s`;
  if (remaining === null || ratePerSecond <= 0) return rate;
  return `${rate}, about ${count.format(Math.ceil(remaining / ratePerSecond))} s left`;
}

/** Says a line at most twice a second, so that a long run shows progress without flooding. */
export function sometimes(say: Say): (line: () => string) => void {
  let saidAtMs = -SAY_EVERY_MS;
  return (line) => {
    if (performance.now() - saidAtMs < SAY_EVERY_MS) return;
    saidAtMs = performance.now();
    say(line());
  };
}
