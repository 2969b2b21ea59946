// The benchmark's machine, and a folder on a disk with real syncs.
import { execFile, execFileSync } from 'node:child_process';
import {
  closeSync,
  fdatasyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What `npm start` gives to Node. */
export const NODE_FLAGS = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts.start.match(
  /--\S+/g,
);

const CPU_AT_EXIT = join(ROOT, 'test/bench/cpu-at-exit.mjs');

/** File system type of tmpfs: memory, where a sync costs nothing. */
const TMPFS = 0x01021994;
/** About the size of one event in the log. */
const FLOOR_WRITE_BYTES = 1_024;
const FLOOR_WRITES = 500;

/** A new folder for everything this run stores; in the project when the temporary folder is only memory. */
export function makeScratchFolder() {
  const inMemory = statfsSync(tmpdir()).type === TMPFS;
  const parent = inMemory ? join(ROOT, '.cache') : tmpdir();
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, 'flip-bench-'));
}

/** Appends and syncs one write after the other: the upper bound of any durable log without group commit. */
export function diskFloor(folder, count = FLOOR_WRITES) {
  const file = openSync(join(folder, 'floor'), 'a');
  const bytes = Buffer.alloc(FLOOR_WRITE_BYTES, 'x');
  const began = performance.now();
  for (let write = 0; write < count; write += 1) {
    writeSync(file, bytes);
    fdatasyncSync(file);
  }
  const seconds = (performance.now() - began) / 1_000;
  closeSync(file);
  return { perSecond: count / seconds };
}

/** The environment of the figures, for the report. */
export function describeMachine() {
  const [first] = cpus();
  return {
    cores: cpus().length,
    processor: first?.model.trim() ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    system: `${process.platform} ${process.arch}`,
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim(),
  };
}

const endings = [];

/** Registers how to end what a row has started. */
export function afterRow(end) {
  endings.push(end);
}

/** Ends all that the row has started, the newest first, even if the row failed. */
export async function endRow() {
  while (endings.length > 0) await endings.pop()();
}

const execute = promisify(execFile);
/** A command of an hour prints two lines a second. */
const OUTPUT_LIMIT = 64 * 2 ** 20;

/** Runs a script in its own process, without the project's .env; resolves to what it prints. */
async function runScript([path, ...words], env, flags = []) {
  const options = { cwd: tmpdir(), env: { PATH: process.env.PATH ?? '', ...env }, maxBuffer: OUTPUT_LIMIT };
  const { stdout } = await execute(process.execPath, [...flags, join(ROOT, path), ...words], options);
  return stdout;
}

/** Runs a process of this folder; resolves to the JSON that it prints. */
export async function runProcess(name, env) {
  return JSON.parse(await runScript([`test/bench/${name}.process.mjs`], env, NODE_FLAGS));
}

/** One of the operator's commands, with its time and CPU time; it rejects when the command fails. */
export async function operate(words, env) {
  const folder = mkdtempSync(join(tmpdir(), 'flip-ops-'));
  const file = join(folder, 'cpu');
  const began = performance.now();
  try {
    await runScript(['dist/server/ops.js', ...words], { ...env, FLIP_BENCH_CPU: file }, [
      '--import',
      CPU_AT_EXIT,
    ]);
    const seconds = (performance.now() - began) / 1_000;
    return { seconds, cpuSeconds: Number(readFileSync(file, 'utf8')) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
