import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { MigrateHoldingRule } from '../../features/rules/definition/migrate-holding-rules.command.js';
import { Erasures } from '../../features/accounts/erasure/erasures.js';
import { Outbox } from '../../features/accounts/mail/outbox.js';
import { Administer } from '../../features/accounts/account/administer-account.command.js';
import { AppModule } from '../../app.module.js';
import { ClockGuard } from '../../engine/commands/clock-guard.js';
import { Clock } from '../../config/clock.js';
import { Config, serverUrls } from '../../config/config.js';
import type { PreparedRuntime } from '../../config/prepare-runtime.js';
import { ProviderSettings, providerSettings, sharedSimulator } from '../../config/runtime.js';
import { EventStore } from '../../engine/event-store/event-store.port.js';
import { Features } from '../../event-sourcing/event-sourcing.module.js';
import { STAFF_ROLES } from '../../kernel/people/accounts.js';
import { DomainError } from '../../kernel/domain-error.js';
import { builtInRule } from '../../kernel/staff/rules.js';
import { DIFFERENCE_TODOS, lineOf } from '../../features/lifecycle/reconcile/reconcile.rules.js';
import { Reconciliation } from '../../features/lifecycle/reconcile/reconciliation.js';
import { LostDecisions } from '../../engine/safety/lost-decisions.js';
import { SubscriptionRunner } from '../../engine/subscriptions/subscription-runner.js';
import { Vault } from '../../engine/vault/vault.port.js';
import { firstResponses } from './answering-servers.js';
import {
  nameIn,
  outputOf,
  progressLine,
  type Say,
  sayError,
  throttled,
  UsageError,
  type WritingRun,
} from '../command.js';
import { readCommandLine, usageOf } from '../command-line.js';
import { demoClock } from '../demo-command.js';
import { deskCommands } from '../desk-command.js';
import { rotate } from '../rotate-command.js';

/** Commands about one account, with the line that they print. */
const administrations = {
  grant: { type: 'GrantRole', done: 'granted; it takes effect at the next sign-in' },
  revoke: { type: 'RevokeRole', done: 'revoked; every session of the account has ended' },
  suspend: { type: 'SuspendAccount', done: 'suspended; every session has ended' },
  reinstate: { type: 'ReinstateAccount', done: 'reinstated; the account can sign in again' },
  'reset-second-factor': {
    type: 'ResetSecondFactor',
    done: 'the second factor is removed; every session has ended',
  },
  'end-sessions': { type: 'EndSessions', done: 'every session has ended' },
} as const;

const commands: Readonly<Record<string, (run: WritingRun) => Promise<void>>> = {
  'accept-clock': acceptClock,
  'accept-lost-decisions': acceptLostDecisions,
  'migrate-holding-rules': migrateHoldingRules,
  'demo clock': demoClock,
  'mail retry': retryMail,
  'parked retry': retry,
  erase,
  rebuild,
  reconcile,
  rotate,
  ...deskCommands,
  ...Object.fromEntries(Object.keys(administrations).map((name) => [name, administer])),
};

/** Runs a writing command in this process and resolves to the exit code; errors are printed. */
export async function runWritingCommand(
  app: INestApplicationContext,
  args: readonly string[],
  say: Say,
): Promise<number> {
  try {
    const line = readCommandLine(args);
    const command = commands[line.name];
    if (!command) throw new UsageError(`${line.name} writes nothing: it runs in a process of its own`);
    await command({ ...line, app, say });
    return 0;
  } catch (error) {
    sayError(error, args, say);
    return error instanceof UsageError ? 2 : 1;
  }
}

/**
 * Runs a writing command in an application of this process, which locks the data folder until it ends. No worker runs that
 * calls a provider: what is recorded, mail too, waits for the next start; `reconcile` alone asks the providers. Resolves to the exit code.
 */
export async function writeWithoutServer(
  prepared: PreparedRuntime,
  words: readonly string[],
  say: Say,
): Promise<number> {
  const shared = sharedSimulator(prepared.config);
  const httpUrl = 'http://127.0.0.1:9';
  const nowhere = { httpUrl, smtpUrl: 'smtp://127.0.0.1:9', outboxUrl: '', providersUrl: '' };
  const providers = { ...providerSettings(prepared, shared ?? nowhere), workersRest: true };
  const runtime = { ...prepared, providers };
  const app = await NestFactory.createApplicationContext(AppModule.forRoot(runtime), {
    logger: ['error', 'fatal'],
    abortOnError: false,
  });
  try {
    if (serverUrls(prepared.config))
      await firstResponses({ vault: app.get(Vault), eventStore: app.get(EventStore) });
    return await runWritingCommand(app, words, say);
  } finally {
    await app.close();
  }
}

async function administer({ app, name, words, options, say }: WritingRun): Promise<void> {
  const [email = '', named] = words;
  const { type, done } = administrations[name as keyof typeof administrations];
  const role = STAFF_ROLES.find((known) => known === named);
  if (named !== undefined && !role) throw new UsageError(usageOf(name));
  const change = (role ? { type, role } : { type }) as Administer['change'];
  const code = await app
    .get(CommandBus)
    .execute(new Administer(email, change, nameIn(options)))
    .catch(noAccount);
  say(role ? `${role} ${done}` : done);
  if (code !== null) say(`code for enrolling the second factor, once within 24 hours: ${code}`);
}

function noAccount(error: unknown): never {
  if (error instanceof DomainError)
    throw new UsageError(`There is no account with this email (${error.code})`);
  throw error;
}

/** Repeating it finishes an interrupted run. */
async function erase({ app, words: [uid = ''], options, say }: WritingRun): Promise<void> {
  const erasures = app.get(Erasures);
  await erasures.erase(uid, `operator:${nameIn(options)}`).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
    const { date } = error.params;
    throw new Error(`${uid} is not erased: ${error.code}${date === undefined ? '' : ` (${date})`}`);
  });
  say(`${uid}: the erasure is recorded`);
  await erasures.complete({ say });
  say(`${uid} is erased; backups and exports of before still have the data`);
}

/** Repeating it changes nothing. */
async function migrateHoldingRules({ app, words: [named = ''], say }: WritingRun): Promise<void> {
  const { HOLDING_RULES: configured = '' } = app.get<Config>(Config);
  const rules = (named || configured).split(/[\s,]+/).filter((id) => id !== '');
  const unknown = rules.find((id) => !builtInRule(id));
  if (unknown !== undefined) throw new UsageError(`${unknown} is none of the rules that could be configured`);
  if (rules.length === 0) throw new UsageError('HOLDING_RULES is not set: name the rules that hold');
  for (const id of rules) {
    const isNew = await app.get(CommandBus).execute(new MigrateHoldingRule(id));
    say(
      isNew
        ? `${id} holds from now on, as its version 2`
        : `${id} has a later version already; nothing changed`,
    );
  }
}

async function acceptClock({ app, say }: WritingRun): Promise<void> {
  await app.get(ClockGuard).accept();
  say(`${new Date(app.get(Clock).now()).toISOString()} is confirmed; events are recorded again`);
}

async function acceptLostDecisions({ app, say }: WritingRun): Promise<void> {
  await app.get(LostDecisions).confirm();
  say('confirmed: the decisions that the restore has lost are no notice anymore');
}

async function rebuild({ app, words, say }: WritingRun): Promise<void> {
  const views = app.get(Features).projections.map(({ name }) => name);
  if (!words.every((view) => views.includes(view)))
    throw new UsageError(`rebuild <view>…, where view is one of ${views.join(', ')}`);
  const sayProgress = throttled(say);
  for (const name of views.filter((view) => words.includes(view))) {
    await app.get(SubscriptionRunner).rebuild(name, (...progress) => {
      sayProgress(() => `${name}: ${progressLine(...progress)}`);
    });
    say(`${name}: rebuilt next to the live view and swapped`);
  }
}

/** Exit code 1 when a difference is open or a provider did not answer. */
async function reconcile(run: WritingRun): Promise<void> {
  const { app, options } = run;
  const { tell, note } = outputOf(run);
  const since = sinceIn(options.since);
  const { stripe, paypal, workersRest } = requireProviders(app);
  const place = workersRest ? 'This process' : 'The server';
  note(`${place} asks ${new URL(stripe.apiUrl).host} and ${new URL(paypal.apiUrl).host}`);
  const { signal } = new AbortController();
  const { compared, unanswered, differences, strays } = await app.get(Reconciliation).run(signal, since);
  for (const { transferId, ...difference } of differences) {
    const todo = DIFFERENCE_TODOS[difference.about];
    const finding = { finding: 'difference', transferId, ...difference, todo };
    tell(finding, `${transferId}  ${lineOf(difference)}`, `   ${todo}`);
  }
  for (const transferId of unanswered)
    tell({ finding: 'no_answer', transferId }, `no answer about ${transferId}`);
  for (const { charge } of strays) {
    const { paymentRef: chargeId, transferId } = charge ?? {};
    const todo = 'settle it at the desk';
    const text = `${chargeId}  stray charge for ${transferId}, which has not recorded it; ${todo}`;
    tell({ finding: 'stray_charge', chargeId, transferId, todo }, text);
  }
  const sum = `${compared} transfers compared, ${differences.length} differences, ${strays.length} stray charges`;
  if (differences.length + unanswered.length + strays.length > 0) throw new Error(sum);
  tell({ compared, differences: 0, strayCharges: 0 }, sum);
}

/** @throws UsageError */
function sinceIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new UsageError(usageOf('reconcile'));
  return new Date(ms).toISOString();
}

/** With database servers, a process has the providers of its own configuration. @throws UsageError when there are none */
function requireProviders(app: INestApplicationContext): ProviderSettings {
  const providers = app.get(ProviderSettings);
  const config = app.get(Config);
  const isConfigured = config.STRIPE_SECRET_KEY !== undefined && config.PAYPAL_CLIENT_ID !== undefined;
  if (providers.workersRest && !isConfigured && !sharedSimulator(config))
    throw new UsageError(
      'reconcile: STRIPE_SECRET_KEY and PAYPAL_CLIENT_ID name no providers for this process; configure it like the server',
    );
  return providers;
}

async function retryMail({ app, words: [id], say }: WritingRun): Promise<void> {
  const waiting = await app.get(Outbox).retry(id);
  if (id !== undefined && waiting === 0) throw new UsageError(`No mail ${id} was given up`);
  say(`${waiting} mails wait to be sent again`);
}

async function retry({ app, words: [name = ''], say }: WritingRun): Promise<void> {
  const { applied, remaining } = await app.get(SubscriptionRunner).retryParked(name);
  say(`${name}: ${applied} applied, ${remaining} still parked`);
}
