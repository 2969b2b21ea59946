import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import type { StaffRole } from '../accounts/account.decider.js';
import { Administer } from '../accounts/administer-account.command.js';
import { AppModule } from '../app.module.js';
import { ClockGuard } from '../commands/clock-guard.js';
import { Clock } from '../config/clock.js';
import type { PreparedRuntime } from '../config/prepare-runtime.js';
import { providerSettings } from '../config/runtime.js';
import { Features } from '../event-sourcing/event-sourcing.module.js';
import { ROLES } from '../kernel/accounts.js';
import { DomainError } from '../kernel/domain-error.js';
import { Reconciliation } from '../lifecycle/reconciliation.js';
import { SubscriptionRunner } from '../subscriptions/subscription-runner.js';
import { progressLine, type Say, throttled, UsageError } from './command.js';
import { desk } from './desk-command.js';

const STAFF_ROLES = ROLES.filter((role): role is StaffRole => role !== 'sender');

interface Operation {
  readonly app: INestApplicationContext;
  readonly words: readonly string[];
  readonly say: Say;
}

/** Commands about one account, with the role that they name and the line that they print. */
const administrations = {
  grant: { type: 'GrantRole', takesRole: true, done: 'granted; it takes effect at the next sign-in' },
  revoke: { type: 'RevokeRole', takesRole: true, done: 'revoked; every session of the account has ended' },
  suspend: { type: 'SuspendAccount', takesRole: false, done: 'suspended; every session has ended' },
  reinstate: {
    type: 'ReinstateAccount',
    takesRole: false,
    done: 'reinstated; the account can sign in again',
  },
  'end-sessions': { type: 'EndSessions', takesRole: false, done: 'every session has ended' },
} as const;

const commands = new Map<string | undefined, (operation: Operation) => Promise<void>>([
  ['accept-clock', acceptClock],
  ['rebuild', rebuild],
  ['reconcile', reconcile],
  ['retry', retry],
  ['desk', ({ app, words, say }) => desk(app, words, say)],
]);
for (const name of Object.keys(administrations) as (keyof typeof administrations)[])
  commands.set(name, (operation) => administer(name, operation));

/** Runs a writing command in this process and resolves to the exit code; errors are printed. */
export async function runWritingCommand(
  app: INestApplicationContext,
  [name = '', ...words]: readonly string[],
  say: Say,
): Promise<number> {
  try {
    const command = commands.get(name);
    if (!command) throw new UsageError(`no such command: ${name}`);
    await command({ app, words, say });
    return 0;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

/**
 * Runs a writing command in an application of this process, which holds the data folder meanwhile. No worker runs that
 * calls a provider: what is recorded, mail too, waits for the next start; `reconcile` alone asks the providers. Resolves to the exit code.
 */
export async function writeWithoutServer(
  prepared: PreparedRuntime,
  words: readonly string[],
  say: Say,
): Promise<number> {
  const nowhere = { httpUrl: 'http://127.0.0.1:9', smtpUrl: 'smtp://127.0.0.1:9', outboxUrl: '' };
  const providers = { ...providerSettings(prepared, nowhere), workersRest: true };
  const runtime = { ...prepared, providers };
  const app = await NestFactory.createApplicationContext(AppModule.forRoot(runtime), {
    logger: ['error', 'fatal'],
    abortOnError: false,
  });
  try {
    return await runWritingCommand(app, words, say);
  } finally {
    await app.close();
  }
}

async function administer(name: keyof typeof administrations, { app, words, say }: Operation): Promise<void> {
  const { email, role, by } = administered(name, words);
  const { type, done } = administrations[name];
  const change = (role ? { type, role } : { type }) as Administer['change'];
  try {
    await app.get(CommandBus).execute(new Administer(email, change, by));
  } catch (error) {
    if (error instanceof DomainError)
      throw new UsageError(`There is no account with this email (${error.code})`);
    throw error;
  }
  say(role ? `${role} ${done}` : done);
}

/** `<email> [role] [--by <name>]`: who decided it is recorded as the actor. */
function administered(name: keyof typeof administrations, words: readonly string[]) {
  const options = { by: { type: 'string', default: process.env['USER'] ?? 'unnamed' } } as const;
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  const { takesRole } = administrations[name];
  const [email, named] = positionals;
  const role = STAFF_ROLES.find((known) => known === named);
  if (email === undefined || positionals.length !== (takesRole ? 2 : 1) || (takesRole && !role)) {
    const roles = takesRole ? ` <role>, where role is one of ${STAFF_ROLES.join(', ')}` : '';
    throw new UsageError(`${name} <email>${roles}; --by <name> records who decided it`);
  }
  return { email, role, by: values.by };
}

async function acceptClock({ app, say }: Operation): Promise<void> {
  await app.get(ClockGuard).accept();
  say(`${new Date(app.get(Clock).now()).toISOString()} is confirmed; events are recorded again`);
}

async function rebuild({ app, words, say }: Operation): Promise<void> {
  const { projections } = app.get(Features);
  const views = [...new Set(projections.map(({ view }) => view))];
  if (words.length === 0 || !words.every((view) => views.includes(view)))
    throw new UsageError(`rebuild <view>…, where view is one of ${views.join(', ')}`);
  const sayProgress = throttled(say);
  for (const { name } of projections.filter(({ view }) => words.includes(view))) {
    await app.get(SubscriptionRunner).rebuild(name, (...progress) => {
      sayProgress(() => progressLine(...progress));
    });
    say(`${name}: rebuilt next to the live view and swapped`);
  }
}

/** Exit code 1 when something differs or a provider did not answer. */
async function reconcile({ app, say }: Operation): Promise<void> {
  const { signal } = new AbortController();
  const { compared, unanswered, differences } = await app.get(Reconciliation).run(signal);
  for (const { transferId, about, recorded, found, todo } of differences)
    say(`${transferId}  ${about}: recorded ${recorded}, at the provider ${found}\n   ${todo}`);
  for (const transfer of unanswered) say(`${transfer}: the provider did not answer`);
  const sum = `${compared} transfers compared, ${differences.length} differences`;
  if (differences.length + unanswered.length > 0) throw new Error(sum);
  say(sum);
}

async function retry({ app, words: [name], say }: Operation): Promise<void> {
  if (name === undefined) throw new UsageError('parked retry <projection or saga>');
  const { applied, remaining } = await app.get(SubscriptionRunner).retryParked(name);
  say(`${name}: ${applied} applied, ${remaining} still parked`);
}
