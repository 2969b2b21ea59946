// Servers of the benchmark, each in its own process, and the load on them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { ROOT } from './machine.mjs';

const PROBE = join(ROOT, 'test/bench/probe.mjs');
const PRODUCT = join(ROOT, 'dist/server/main.js');
const START_DEADLINE_MS = 120_000;
const STOP_DEADLINE_MS = 15_000;
const LOOK_EVERY_MS = 2;
/** A server that uses less CPU time than this between two checks is idle. */
const QUIET_MS = 4;
const QUIET_LOOK_MS = 60;
const QUIET_LOOKS_LIMIT = 500;
const OVERHEAD_LOADS = 5;
/** How often a load checks whether it has ended. */
const SAMPLE_MS = 100;
export const CONNECTIONS = 64;

/** Starts the built product, or `program`, and waits for the first 200 of `path`. */
export async function startServer(
  folder,
  { program = PRODUCT, path = '/health/live', headers = {}, env = {} } = {},
) {
  const url = `http://127.0.0.1:${await freePort()}`;
  const logFile = join(folder, 'output.log');
  const output = openSync(logFile, 'a');
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', PROBE, program], {
    // Without the project's .env: the benchmark runs with the defaults.
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? '', PORT: new URL(url).port, FLIP_DATA: folder, ...env },
    stdio: ['ignore', output, output, 'ipc'],
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
    if (answer?.status === 200) return new Server({ url, folder, child, stop }, performance.now() - began);
    const isLate = performance.now() - began > START_DEADLINE_MS;
    if (isLate || child.exitCode !== null) {
      await stop();
      throw new Error(`${program} did not start:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
    }
    await pause(LOOK_EVERY_MS);
  }
}

class Server {
  constructor({ url, folder, child, stop }, startedInMs) {
    Object.assign(this, { url, folder, child, stop, startedInMs });
  }

  /** CPU time, event-loop delay since the last reset, and memory of the process. */
  async probe(isReset = false) {
    this.child.send({ isReset });
    const [report] = await once(this.child, 'message');
    return report;
  }

  /** Waits until the work that follows the last response is done. */
  async quiet() {
    let last = await this.probe();
    for (let looks = 0; looks < QUIET_LOOKS_LIMIT; looks += 1) {
      await pause(QUIET_LOOK_MS);
      const now = await this.probe();
      if (now.cpuMs - last.cpuMs < QUIET_MS) return now;
      last = now;
    }
    throw new Error('a server did not become quiet');
  }

  /** Waits until every view and saga has reached the head of the log. */
  async caughtUp() {
    for (let isLive = false; !isLive; await pause(QUIET_LOOK_MS)) {
      const consumers = await this.consumers();
      isLive = consumers.every(({ live, lagMs }) => live && lagMs === 0);
    }
    await this.quiet();
    return this;
  }

  async consumers() {
    return (await (await fetch(`${this.url}/health/ready`)).json()).consumers;
  }

  /** Sends the requests and counts all work they cause, including that of the views after the last response. */
  async load(lists, options) {
    this.overheadMs ??= await this.measureOverhead();
    const before = await this.quiet();
    await this.probe(true);
    const result = await fire(this.url, lists, options);
    const { cpuMs, delayP99Ms } = await this.quiet();
    const spentMs = Math.max(0, cpuMs - before.cpuMs - this.overheadMs);
    return { ...result, delayP99Ms, cpuMs: spentMs / result.count };
  }

  /** CPU time of an empty load: the probe and an idle server. */
  async measureOverhead() {
    const before = await this.quiet();
    for (let load = 0; load < OVERHEAD_LOADS; load += 1) {
      await this.probe(true);
      await pause(SAMPLE_MS);
      await this.quiet();
    }
    return ((await this.probe()).cpuMs - before.cpuMs) / OVERHEAD_LOADS;
  }
}

/** Sends every request of `lists`, one list per connection; each response must have `status`. */
export async function fire(url, lists, { status = 200, ...options } = {}) {
  const used = lists.filter((list) => list.length > 0);
  const count = used.reduce((sum, list) => sum + list.length, 0);
  let connection = 0;
  const run = autocannon({
    url,
    connections: used.length,
    amount: count,
    sampleInt: SAMPLE_MS,
    timeout: 30,
    ...options,
    setupClient: (client) => client.setRequests(used[connection++]),
  });
  let began = 0;
  let ended = 0;
  run.once('start', () => (began = performance.now()));
  run.on('response', () => (ended = performance.now()));
  const result = await run;
  const wanted = Array.isArray(status) ? status : [status];
  const good = wanted.reduce((sum, code) => sum + (result.statusCodeStats[code]?.count ?? 0), 0);
  return {
    count,
    perSecond: (count / (ended - began)) * 1_000,
    p99: result.latency.p99,
    failures: count - good,
    answers: Object.entries(result.statusCodeStats).map(([code, stats]) => `${stats.count} × ${code}`),
  };
}

/** `count` requests dealt to the connections in turn. */
export function dealt(count, requestAt, connections = CONNECTIONS) {
  const lists = Array.from({ length: connections }, () => []);
  for (let place = 0; place < count; place += 1) lists[place % connections].push(requestAt(place));
  return lists;
}

/** A signed-in GET. */
export function read(cookie, path) {
  return { method: 'GET', path, headers: { cookie } };
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
