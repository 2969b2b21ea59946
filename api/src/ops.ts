import { resolve } from 'node:path';
import { AppModule } from './app.module.js';
import { loadEnvFile } from './config/env-file.js';
import type { Config } from './config/config.js';
import { requireDataFormat } from './stores/data-format.js';
import { serverUrls } from './stores/open-stores.js';
import { type PreparedRuntime, prepareRuntime } from './config/prepare-runtime.js';
import { readConfig } from './config/read-config.js';
import { askServer } from './ops/ask-server.js';
import { backup, restore } from './ops/backup.js';
import { checkpoints, parked, stream, streams, type Looking } from './ops/inspect.js';
import {
  requireSecrets,
  UsageError,
  WRITING_COMMANDS,
  type FolderCommand,
  type Say,
} from './ops/operator-command.js';
import { exportEverything, importEverything } from './ops/move-stores.js';
import { openStoresToRead } from './ops/read-stores.js';
import { writeWithoutServer } from './ops/without-server.js';
import { verify } from './ops/verify.js';
import { featuresOf } from './event-sourcing/event-sourcing.module.js';

const features = featuresOf(AppModule);

const READING_COMMANDS: Readonly<Record<string, (looking: Looking) => Promise<void>>> = {
  streams,
  stream,
  checkpoints,
  parked,
  verify,
};

const FOLDER_COMMANDS: Readonly<Record<string, (command: FolderCommand) => Promise<void>>> = {
  backup,
  restore,
  export: exportEverything,
  import: importEverything,
};

/** Database servers have their own tools for these. */
const EMBEDDED_ONLY: ReadonlySet<string> = new Set(['backup', 'restore']);

const USAGE = `npm run ops -- <command>

  streams [prefix]            every stream with its number of events
  stream <name> [--reveal]    one stream event by event; --reveal opens personal fields
  verify                      refold the log and compare every view with it
  checkpoints                 how far every projection and saga has come
  parked                      events set aside, with the reason
  parked retry <name>         try the parked events of a projection or saga again
  rebuild <view>              build a view anew beside the live one and swap
  grant <email> <role>        give an account the role analyst, lead, operator or auditor
  backup <folder>             copy log, vault and secrets while the server runs, and check the copy
  restore <folder>            put a backup into an empty data folder
  export <folder>             write log and vault in a form that any stores take; no server may run
  import <folder>             fill empty stores with an export, or go on with a cut-off import

FLIP_DATA names the data folder (default: data). Reading commands work beside a running server; the others run inside
it, or take the folder when no server runs. With ESDB_URL and MONGO_URL every command works on those stores itself.`;

const say: Say = (line) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  loadEnvFile();
  const words = process.argv.slice(2);
  if (words[0] === 'parked' && words[1] === 'retry') return write(['retry', ...words.slice(2)]);
  const [command = '', ...rest] = words;
  const reading = READING_COMMANDS[command];
  if (reading) return read(reading, rest);
  if (command in FOLDER_COMMANDS) return workOnFolder(command, rest);
  if (WRITING_COMMANDS.some((name) => name === command)) return write(words);
  say(USAGE);
  return command === '' || command === 'help' ? 0 : 2;
}

async function workOnFolder(command: string, words: readonly string[]): Promise<number> {
  // None of these may create a data folder or secrets.
  const config = readConfig(process.env);
  if (EMBEDDED_ONLY.has(command) && serverUrls(config))
    throw new UsageError(`${command}: ESDB_URL and MONGO_URL name servers; use their own tools`);
  await FOLDER_COMMANDS[command]?.({ features, dataDir: checkedFolder(config), words, say });
  return 0;
}

async function read(command: (looking: Looking) => Promise<void>, words: readonly string[]): Promise<number> {
  const prepared = await prepareWithSecrets();
  const stores = await openStoresToRead(prepared, features);
  try {
    await command({ features, stores, dataDir: prepared.dataDir, words, say });
    return 0;
  } finally {
    await stores.close();
  }
}

/** New secrets decrypt nothing: only a server's first start and an import create them. */
async function prepareWithSecrets(): Promise<PreparedRuntime> {
  requireSecrets(checkedFolder(readConfig(process.env)));
  return prepareRuntime(process.env);
}

/** @throws OtherDataFormat before anything in the folder is opened */
function checkedFolder(config: Config): string {
  const folder = resolve(config.FLIP_DATA);
  if (!serverUrls(config)) requireDataFormat(folder);
  return folder;
}

async function write(words: readonly string[]): Promise<number> {
  const prepared = await prepareWithSecrets();
  // Store servers serve any number of processes: this one is another.
  const answered = serverUrls(prepared.config) ? null : await askServer(prepared.dataDir, words, say);
  if (answered !== null) return answered;
  return writeWithoutServer(prepared, words, say);
}

void main()
  .catch((error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    return error instanceof UsageError ? 2 : 1;
  })
  .then((code) => process.exit(code));
