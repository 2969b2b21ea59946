import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppModule } from './app.module.js';
import { DEMO_AUTHENTICATORS, DEMO_USERS } from './demo/demo-users.js';
import { seedHistory, seedUsers } from './demo/seed-demo.js';
import type { Clock } from './config/clock.js';
import { publicUrl, serverUrls } from './config/config.js';
import { Erasures } from './features/accounts/erasure/erasures.js';
import { serveApiDocs } from './http/contract/api-docs.js';
import { createLogger, levelOf, logTarget } from './config/logger.js';
import { ProviderUnknown } from './engine/providers/provider-unknown.js';
import { createServer } from './http/edge/server.js';
import { serveWebFiles } from './http/edge/web-files.js';
import { StoreUnavailable } from './engine/storage/store-unavailable.js';
import { OutcomeUnknown } from './engine/event-store/event-store.port.js';
import { requireDataFormat } from './engine/stores/data-format.js';
import { listenToOperator } from './ops/stores/operator-socket.js';
import { runWritingCommand } from './ops/stores/writing-commands.js';
import { noteAddress } from './engine/storage/data-lock.js';
import { loadEnvFile, requireHoldsMigrated } from './config/read-config.js';
import { type PreparedRuntime, prepareRuntime, simulatorSettings } from './config/prepare-runtime.js';
import {
  needsSimulator,
  providerSettings,
  sharedSimulator,
  type SimulatorAddresses,
} from './config/runtime.js';
import type { Simulator, startSimulator } from '../../simulator/index.js';

/** Longest time a stop waits for work in progress. */
const STOP_DEADLINE_MS = 10_000;
/** How long a stop waits for providers, and for clients that have not sent their whole request. */
const STOP_WAITS_MS = 2_000;
const DIST = join(import.meta.dirname, '../../..');
const WEB_ROOT = join(DIST, 'web');
/** Bundled apart: the production image has none. */
const SIMULATOR = join(DIST, 'simulator/index.js');
/** The argument that starts the simulator alone. */
const SIMULATOR_ALONE = 'simulator';
/** A longer start says what it is doing. */
const SILENCE_MS = 1_000;
/** Suggested when PORT is taken. */
const SPARE_PORT = 3100;
/** How often a start looks again whether its stores are back. */
const STORES_RETRY_MS = 1_000;

async function prepare(): Promise<PreparedRuntime> {
  process.umask(0o077);
  loadEnvFile();
  const prepared = await prepareRuntime(process.env);
  requireHoldsMigrated(prepared.config);
  return prepared;
}

/** @param story of a simulator that plays the demo's history: its clock */
async function openSimulator(prepared: PreparedRuntime, story?: Clock): Promise<Simulator> {
  if (!existsSync(SIMULATOR))
    throw new Error('TEST_MODE: this image has no simulator; use flip-test, or set TEST_MODE=false');
  const program = (await import(pathToFileURL(SIMULATOR).href)) as {
    readonly startSimulator: typeof startSimulator;
  };
  return program.startSimulator({
    ...simulatorSettings(prepared),
    ...(story && { clock: story, port: 0, smtpPort: 0, playsHistory: true }),
    people: DEMO_USERS,
    authenticators: DEMO_AUTHENTICATORS,
  });
}

/**
 * The simulator in a separate process, for API processes that name it with SIMULATOR_URL. Reads the same variables as they
 * do, and the same secrets; its webhooks go to PUBLIC_URL, behind which any of them responds.
 */
async function serveSimulatorAlone(): Promise<void> {
  const prepared = await prepare();
  if (!prepared.config.TEST_MODE) {
    say('TEST_MODE=false: nothing is simulated.');
    return;
  }
  const simulator = await openSimulator(prepared);
  simulator.deliverTo(publicUrl(prepared.config));
  endWithin(STOP_DEADLINE_MS, () => void simulator.close().then(() => process.exit(0)));
  say(`Simulator listening at ${simulator.httpUrl}, mail at ${simulator.smtpUrl}`);
}

async function main(): Promise<void> {
  const prepared = await prepare();
  const { config } = prepared;
  const opening = setTimeout(() => say(`Opening the data in ${prepared.dataDir} …`), SILENCE_MS);
  // Before the simulator, which writes to the folder.
  if (!serverUrls(config)) requireDataFormat(prepared.dataDir);
  const hasHistory = await seedHistoryUnlessAway(prepared);
  const simulator = needsSimulator(config) ? await openSimulator(prepared) : null;
  const addresses = simulator ?? sharedSimulator(config);
  const stopping = new AbortController();
  // Every open call of a provider listens to it.
  setMaxListeners(0, stopping.signal);
  const providers = { ...providerSettings(prepared, addresses), stopping: stopping.signal };
  const runtime = { ...prepared, providers };
  const logger = createLogger(config, logTarget(config, process.stdout));
  const app = await createServer(AppModule.forRoot(runtime), config, logger);
  await serveWebFiles(app.getHttpAdapter().getInstance(), WEB_ROOT, runtime);
  serveApiDocs(app, config, DEMO_USERS);
  await app.init();
  await app.get(Erasures).erasedAgain();
  const addUsers = () => seedUsers(app, prepared.dataDir);
  const seeded = config.TEST_MODE && (hasHistory || (await whenStoresAnswer(addUsers)) === true);
  const operator = serverUrls(config)
    ? null
    : await listenToOperator(prepared.dataDir, (words, say) => runWritingCommand(app, words, say));
  // Fastify would log that it listens: the address is announced below, once everything is ready.
  logger.level = 'warn';
  await app.listen({ port: config.PORT, host: config.HOST });
  logger.level = levelOf(config);
  clearTimeout(opening);
  if (operator) noteAddress(prepared.dataDir, publicUrl(config));
  endWithin(STOP_DEADLINE_MS, () => {
    simulator?.close().catch(() => undefined);
    operator?.close();
    setTimeout(() => stopping.abort(new ProviderUnknown('Flip is stopping')), STOP_WAITS_MS).unref();
  });
  simulator?.deliverTo(await app.getUrl());
  announce(prepared, addresses, seeded);
}

/** False in test mode without a history, too. A server starts while its stores are unavailable. */
async function seedHistoryUnlessAway(prepared: PreparedRuntime): Promise<boolean> {
  const { DEMO_HISTORY, STRIPE_SECRET_KEY, PAYPAL_CLIENT_ID, PERSONA_API_URL } = prepared.config;
  // Providers of the real world know nothing of the history's payments and checks.
  const isSimulated = [STRIPE_SECRET_KEY, PAYPAL_CLIENT_ID, PERSONA_API_URL].every(
    (one) => one === undefined,
  );
  if (!needsSimulator(prepared.config) || !isSimulated || DEMO_HISTORY === 'off') return false;
  const open = (clock: Clock) => openSimulator(prepared, clock);
  return (await unlessAway(() => seedHistory(prepared, open))) === true;
}

/** Does the work now, or every second again until the stores are available; null when it comes later. */
async function whenStoresAnswer<T>(work: () => Promise<T>): Promise<T | null> {
  const done = await unlessAway(work);
  if (done === null) setTimeout(() => void whenStoresAnswer(work).catch(end), STORES_RETRY_MS).unref();
  return done;
}

/** Null while the stores are unavailable. */
async function unlessAway<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreUnavailable || error instanceof OutcomeUnknown) return null;
    throw error;
  }
}

/** Ends the process even if a stop hangs. */
function endWithin(deadlineMs: number, stopOthers: () => void): void {
  const stop = () => {
    say('Stopping: requests in progress are finished first.');
    setTimeout(() => process.exit(1), deadlineMs).unref();
    stopOthers();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** Prints what a first-time user needs to know. */
function announce(
  { config, dataDir }: PreparedRuntime,
  simulator: SimulatorAddresses | null,
  seeded: boolean,
): void {
  const lines = [`Server listening at ${publicUrl(config)}`, `Data folder: ${dataDir}`];
  if (config.TEST_MODE) lines.push('Test mode: no real money moves and no real provider is called.');
  if (simulator) {
    lines.push(`Sent mail is shown at ${simulator.outboxUrl}`);
    lines.push(`Charges, payouts and identity checks are moved at ${simulator.providersUrl}`);
  }
  if (seeded) {
    lines.push('Demo sign-ins:');
    for (const { email, password, role } of DEMO_USERS) lines.push(`  ${role}: ${email} / ${password}`);
    if (simulator)
      lines.push(`Codes of the demo staff: ${new URL('/authenticator', simulator.outboxUrl).href}`);
  }
  say(lines.join('\n'));
}

/** One line that names what to change. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall, message, port } = error as NodeJS.ErrnoException & { readonly port?: number };
  if (syscall !== 'listen') return message;
  const reason = code === 'EADDRINUSE' ? 'is used by another program' : `cannot be used (${message})`;
  return `PORT: ${port} ${reason}; set PORT to a free port, for example ${SPARE_PORT}`;
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function end(error: unknown): void {
  process.stderr.write(`Flip cannot start. ${reasonOf(error)}\n`);
  process.exit(1);
}

(process.argv[2] === SIMULATOR_ALONE ? serveSimulatorAlone() : main()).catch(end);
