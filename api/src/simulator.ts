import { publicUrl } from './config/config.js';
import { type PreparedRuntime, prepareRuntime } from './config/prepare-runtime.js';
import { loadEnvFile } from './config/read-config.js';
import { DEMO_USERS } from './demo/demo-users.js';
import { startSimulator } from './simulator/simulator.js';

/** Longest time a stop waits for responses in progress. */
const STOP_DEADLINE_MS = 10_000;

/**
 * The simulator of test mode in a process of its own, for API processes that name it with SIMULATOR_URL. Reads the same
 * variables as they do, and the same secrets; its webhooks go to PUBLIC_URL, behind which any of them responds.
 */
async function main(): Promise<void> {
  process.umask(0o077);
  loadEnvFile();
  const prepared = await prepareRuntime(process.env);
  if (!prepared.config.TEST_MODE) {
    say('TEST_MODE=false: nothing is simulated.');
    return;
  }
  await serve(prepared);
}

async function serve(prepared: PreparedRuntime): Promise<void> {
  const simulator = await startSimulator({ ...prepared, people: DEMO_USERS });
  simulator.deliverTo(publicUrl(prepared.config));
  const stop = () => {
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    void simulator.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  say(`Simulator listening at ${simulator.httpUrl}, mail at ${simulator.smtpUrl}`);
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

main().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The simulator cannot start. ${reason}\n`);
  process.exit(1);
});
