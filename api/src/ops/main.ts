import { resolve } from 'node:path';
import { serverUrls } from '../config/config.js';
import { loadEnvFile, readConfig } from '../config/read-config.js';
import { readCommandLine, USAGE } from './command-line.js';
import { sayError, UsageError, type CommandRun, type Say } from './command.js';
import { requireDataFormat } from '../engine/stores/data-format.js';

type Command = (run: CommandRun) => Promise<void>;

/**
 * Commands that run in this process, whether or not a server runs; all others write. Each loads only the code it needs:
 * most do without the application, which takes a second to load.
 */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  streams: async () => (await import('./checks/inspect.js')).streams,
  stream: async () => (await import('./checks/inspect.js')).stream,
  transfer: async () => (await import('./transfer.js')).transfer,
  'verify-export': async () => (await import('./verify-export/verify-export.js')).verifyExport,
  verify: async () => (await import('./checks/verify.js')).verify,
  checkpoints: async () => (await import('./checks/inspect.js')).checkpoints,
  parked: async () => (await import('./checks/inspect.js')).parked,
  'mail list': async () => (await import('./mail-list.js')).mailList,
  'accept-vault-end': async () => (await import('./stores/accept-vault-end.js')).acceptVaultEnd,
  'accept-log-end': async () => (await import('./stores/accept-log-end.js')).acceptLogEnd,
  restored: async () => (await import('./stores/restored.js')).restored,
  backup: async () => (await import('./backup/backup.js')).backup,
  restore: async () => (await import('./backup/restore.js')).restore,
  export: async () => (await import('./move/export.js')).exportCommand,
  'demo reset': async () => (await import('./demo-command.js')).demoReset,
  import: async () => (await import('./move/import.js')).importCommand,
};

/** Database servers have their own tools for these. */
const EMBEDDED_ONLY: ReadonlySet<string> = new Set(['backup', 'restore', 'accept-vault-end']);

/** Exit code after the reader of the output has closed it, as a shell reports a broken pipe. */
const EXIT_BROKEN_PIPE = 141;
// `ops … | head` has read enough.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) =>
  process.exit(code === 'EPIPE' ? EXIT_BROKEN_PIPE : 1),
);

const say: Say = (line) => void process.stdout.write(`${line}\n`);

/** Resolves to an exit code. */
async function main(): Promise<number> {
  process.umask(0o077);
  loadEnvFile();
  const args = process.argv.slice(2);
  if (args.length === 0 || args[0] === 'help') {
    say(USAGE);
    return 0;
  }
  const run = prepare(args);
  const load = COMMANDS[run.name];
  if (!load) return write(run, args);
  const command = await load();
  await command(run);
  return 0;
}

/** Creates neither a data folder nor secrets. @throws OtherDataFormat before anything in the folder is opened */
function prepare(args: readonly string[]): CommandRun {
  const line = readCommandLine(args);
  const config = readConfig(process.env);
  const dataDir = resolve(config.FLIP_DATA);
  if (!serverUrls(config)) requireDataFormat(dataDir);
  else if (EMBEDDED_ONLY.has(line.name))
    throw new UsageError(`${line.name}: ESDB_URL and MONGO_URL name servers; use their own tools`);
  return { ...line, config, dataDir, say };
}

/** Runs a command that changes the stores: inside the running server, or in a process that holds the data folder. */
async function write(run: CommandRun, args: readonly string[]): Promise<number> {
  const { config, dataDir } = run;
  const { requireSecrets, withStores } = await import('./stores/operator-stores.js');
  const { askServer } = await import('./stores/operator-socket.js');
  requireSecrets(dataDir);
  // Database servers serve any number of processes: this is another one.
  const servers = serverUrls(config);
  // Before the application starts, which would report a refusal with a stack.
  if (servers) await withStores(run, 'read', () => Promise.resolve());
  const answered = servers ? null : await askServer(dataDir, args, say);
  if (answered !== null) return answered;
  const { prepareRuntime } = await import('../config/prepare-runtime.js');
  const { writeWithoutServer } = await import('./stores/writing-commands.js');
  return writeWithoutServer(await prepareRuntime(process.env), args, say);
}

void main()
  .catch((error: unknown) => {
    sayError(error, process.argv, say);
    return error instanceof UsageError ? 2 : 1;
  })
  .then((code) => process.exit(code));
