import { resolve } from 'node:path';
import { loadEnvFile, readConfig } from './config/read-config.js';
import { UsageError, type CommandRun, type Say } from './ops/command.js';

/** Resolves to an exit code; anything else means success. */
type Command = (run: CommandRun) => Promise<unknown>;

/** Each loads only the code it needs: most do without the application, which takes a second to load. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  streams: async () => (await import('./ops/inspect.js')).streams,
  stream: async () => (await import('./ops/inspect.js')).stream,
  transfer: async () => (await import('./ops/transfer.js')).transfer,
  verify: async () => (await import('./ops/verify.js')).verify,
  checkpoints: async () => (await import('./ops/inspect.js')).checkpoints,
  parked: async () => (await import('./ops/inspect.js')).parked,
  'parked retry': () => Promise.resolve(write('retry')),
  rebuild: () => Promise.resolve(write('rebuild')),
  ...Object.fromEntries(
    ['accept-clock', 'reconcile', 'desk', 'grant', 'revoke', 'suspend', 'reinstate', 'end-sessions'].map(
      (name) => [name, () => Promise.resolve(write(name))],
    ),
  ),
  'accept-log-end': async () => (await import('./ops/accept-log-end.js')).acceptLogEnd,
  backup: async () => (await import('./ops/backup/backup.js')).backup,
  restore: async () => (await import('./ops/backup/restore.js')).restore,
  export: async () => (await import('./ops/move/export.js')).exportCommand,
  import: async () => (await import('./ops/move/import.js')).importCommand,
};

/** Database servers have their own tools for these. */
const EMBEDDED_ONLY: ReadonlySet<string> = new Set(['backup', 'restore']);

const USAGE = `npm run ops -- <command>

  streams [prefix]            every stream with its number of events
  stream <name> [--reveal]    one stream event by event; --reveal decrypts personal fields
  transfer <id> [--reveal]    the life of one transfer: events, provider calls, timers, what comes next
  reconcile                   compare open and recent charges and payouts with their providers; changes nothing
  verify                      check files, log and vault, and compare every view with a refold of the log
  checkpoints                 how far every projection and saga has processed the log
  parked                      parked events, with the reason
  parked retry <name>         try the parked events of a projection or saga again
  rebuild <view>…             rebuild views next to the live ones and swap
  grant <email> <role>        give an account the role analyst, lead, operator or auditor
  revoke <email> <role>       take a role away; every session of the account ends
  suspend <email>             end every session of an account and refuse its sign-in
  reinstate <email>           lift a suspension
  end-sessions <email>        sign an account out everywhere; these five take --by <who decided it>
  desk list [state]           tasks of the payout desk; desk find searches; claim, delivered, failed and confirm take --by <operator's email>
  accept-clock                confirm that the clock is right, after a jump that stopped sends (503 clock_suspect)
  accept-log-end              let sagas continue from the end of a log that was restored older than the vault
  backup <folder>             copy log, vault and secrets while the server runs, and check the copy
  restore <folder>            copy a backup into an empty data folder
  export <folder>             write log and vault in a format that any stores can import; no server may run
  import <folder>             fill empty stores with an export, or resume an interrupted import

FLIP_DATA names the data folder (default: data). Reading commands work beside a running server; the others run inside
it, or hold the folder when no server runs. With ESDB_URL and MONGO_URL every command works on those stores.`;

const say: Say = (line) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  process.umask(0o077);
  loadEnvFile();
  const [first = '', ...rest] = process.argv.slice(2);
  const isRetry = first === 'parked' && rest[0] === 'retry';
  const name = isRetry ? 'parked retry' : first;
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) {
    say(USAGE);
    return name === '' || name === 'help' ? 0 : 2;
  }
  const run = await prepare(name, isRetry ? rest.slice(1) : rest);
  const command = await load();
  const code = await command(run);
  return typeof code === 'number' ? code : 0;
}

/** Creates neither a data folder nor secrets. @throws OtherDataFormat before anything in the folder is opened */
async function prepare(name: string, words: readonly string[]): Promise<CommandRun> {
  const { requireDataFormat } = await import('./stores/data-format.js');
  const { serverUrls } = await import('./stores/open-stores.js');
  const config = readConfig(process.env);
  const dataDir = resolve(config.FLIP_DATA);
  if (!serverUrls(config)) requireDataFormat(dataDir);
  else if (EMBEDDED_ONLY.has(name))
    throw new UsageError(`${name}: ESDB_URL and MONGO_URL name servers; use their own tools`);
  return { config, dataDir, words, say };
}

/** A command that changes the stores: inside the running server, or in a process that holds the data folder. */
function write(name: string): Command {
  return async ({ config, dataDir, words }) => {
    const [{ requireSecrets }, { askServer }, { serverUrls }] = await Promise.all([
      import('./ops/operator-stores.js'),
      import('./ops/operator-socket.js'),
      import('./stores/open-stores.js'),
    ]);
    requireSecrets(dataDir);
    const request = [name, ...words];
    // Database servers serve any number of processes: this is another one.
    const answered = serverUrls(config) ? null : await askServer(dataDir, request, say);
    if (answered !== null) return answered;
    const { prepareRuntime } = await import('./config/prepare-runtime.js');
    const { writeWithoutServer } = await import('./ops/writing-commands.js');
    return writeWithoutServer(await prepareRuntime(process.env), request, say);
  };
}

void main()
  .catch((error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    return error instanceof UsageError ? 2 : 1;
  })
  .then((code) => process.exit(code));
