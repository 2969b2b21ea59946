// Servers of the benchmark, each in a process of its own, and what loads them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { ROOT } from './machine.mjs';

/** The built server as a newcomer starts it; its sends alone; bare Fastify. */
export const PROGRAMS = {
  product: join(ROOT, 'dist/api/main.js'),
  sendAlone: join(ROOT, 'test/bench/send-alone.process.mjs'),
  constant: join(ROOT, 'test/bench/constant.process.mjs'),
};

const START_DEADLINE_MS = 60_000;
const STOP_DEADLINE_MS = 15_000;
const LOOK_EVERY_MS = 2;
export const CONNECTIONS = 64;

/** Starts a program on a data folder of its own and waits for the first 200 of `path`; `startedInMs` tells how long. */
export async function startServer(program, folder, { path = '/health/live', headers = {}, env = {} } = {}) {
  const url = `http://127.0.0.1:${await freePort()}`;
  const logFile = join(folder, 'output.log');
  const output = openSync(logFile, 'a');
  const began = performance.now();
  const child = spawn(process.execPath, [program], {
    // No .env of the project's: the benchmark runs with the defaults.
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? '', PORT: new URL(url).port, FLIP_DATA: folder, ...env },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    const ended = await Promise.race([exited, pause(STOP_DEADLINE_MS, null, { ref: false })]);
    if (ended === null) child.kill('SIGKILL');
    await exited;
  };
  for (;;) {
    const answer = await fetch(url + path, { headers }).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return { url, pid: child.pid, stop, startedInMs: performance.now() - began };
    const isLate = performance.now() - began > START_DEADLINE_MS;
    if (isLate || child.exitCode !== null) {
      await stop();
      throw new Error(`${program} did not start:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
    }
    await pause(LOOK_EVERY_MS);
  }
}

/**
 * Sends every request of `lists`, one list a connection, and counts from the first to the last answer.
 * `requests` that were not answered with `status` are the round's failures.
 */
export async function load(url, lists, status = 200) {
  const count = lists.reduce((sum, list) => sum + list.length, 0);
  let connection = 0;
  const run = autocannon({
    url,
    connections: lists.length,
    amount: count,
    sampleInt: 100,
    timeout: 30,
    setupClient(client) {
      client.setRequests(lists[connection]);
      connection += 1;
    },
  });
  let began = 0;
  let ended = 0;
  run.once('start', () => (began = performance.now()));
  run.on('response', () => (ended = performance.now()));
  const result = await run;
  const good = result.statusCodeStats[status]?.count ?? 0;
  return {
    perSecond: (count / (ended - began)) * 1_000,
    p99: result.latency.p99,
    failures: count - good,
    good,
  };
}

/** `count` requests dealt to the connections in turn. */
export function dealt(count, requestAt) {
  const lists = Array.from({ length: CONNECTIONS }, () => []);
  for (let place = 0; place < count; place += 1) lists[place % CONNECTIONS].push(requestAt(place));
  return lists;
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
