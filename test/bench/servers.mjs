// Servers of the benchmark, each in its own process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { prepareRuntime } from '../../dist/compiled/api/src/config/prepare-runtime.js';
import { afterRow, NODE_FLAGS, ROOT } from './machine.mjs';
import { fire, SAMPLE_MS } from './requests.mjs';

const PROBE = join(ROOT, 'test/bench/probe.mjs');
const PRODUCT = join(ROOT, 'dist/server/main.js');
const PEER = join(ROOT, 'test/bench/peer/server.process.mjs');
const START_DEADLINE_MS = 120_000;
const STOP_DEADLINE_MS = 15_000;
const LOOK_EVERY_MS = 2;
/** A server that uses less CPU time than this between two checks is idle. */
const QUIET_MS = 4;
const QUIET_LOOK_MS = 60;
const QUIET_LOOKS_LIMIT = 500;
const OVERHEAD_LOADS = 5;

/** Starts the built product, or `program`, and waits for the first 200 of `path`; it ends with the row at the latest. */
export async function startServer(
  folder,
  { program = PRODUCT, path = '/health/live', headers = {}, env = {} } = {},
) {
  mkdirSync(folder, { recursive: true });
  const PORT = await freePort();
  const url = `http://127.0.0.1:${PORT}`;
  const logFile = join(folder, 'output.log');
  const output = openSync(logFile, 'a');
  const began = performance.now();
  const flags = program === PRODUCT ? NODE_FLAGS : [];
  const child = spawn(process.execPath, [...flags, '--import', PROBE, program], {
    // Without the project's .env: the benchmark runs with the defaults.
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? '', PORT, FLIP_DATA: folder, ...env },
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  const server = new Server(url, folder, child);
  afterRow(() => server.stop());
  for (;;) {
    const answer = await fetch(url + path, { headers }).catch(() => null);
    await answer?.arrayBuffer();
    server.startedInMs = performance.now() - began;
    if (answer?.status === 200) return server;
    if (server.startedInMs > START_DEADLINE_MS || child.exitCode !== null)
      throw new Error(`${program} did not start:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
    await pause(LOOK_EVERY_MS);
  }
}

/** The product, once its views and sagas have caught up. */
export async function startProduct(folder, env) {
  const server = await startServer(folder, { env });
  await server.caughtUp();
  return server;
}

/**
 * The product and the peer, each with the transfers of the largest log. The peer accepts the product's session tokens, so
 * that both get the same requests.
 */
export async function startBoth(histories) {
  const { folder } = await histories.caughtUp();
  const { secrets } = await prepareRuntime({ FLIP_DATA: folder });
  const product = await startProduct(folder);
  const env = { PEER_PUBLIC_KEY: secrets.sessionPublicKey };
  return { product, peer: await startServer(await histories.peer(), { program: PEER, env }) };
}

class Server {
  constructor(url, folder, child) {
    Object.assign(this, { url, folder, child, exited: once(child, 'exit') });
  }

  async stop() {
    this.child.kill('SIGTERM');
    const ended = await Promise.race([this.exited, pause(STOP_DEADLINE_MS, null, { ref: false })]);
    if (ended === null) this.child.kill('SIGKILL');
    await this.exited;
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
  }

  async consumers() {
    return (await (await fetch(`${this.url}/health/ready`)).json()).consumers;
  }

  /** Sends the requests and counts all work they cause, including that of the views after the last response. */
  async load(lists, options) {
    const { result, cpuMs, delayP99Ms } = await this.cpuOf(() => fire(this.url, lists, options));
    return { ...result, delayP99Ms, cpuMs: cpuMs / result.count };
  }

  /** What `work` returned, and the CPU time and event-loop delay of the process until it is quiet again. */
  async cpuOf(work) {
    this.overheadMs ??= await this.measureOverhead();
    const before = await this.quiet();
    await this.probe(true);
    const result = await work();
    const { cpuMs, delayP99Ms } = await this.quiet();
    return { result, delayP99Ms, cpuMs: Math.max(0, cpuMs - before.cpuMs - this.overheadMs) };
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

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return String(port);
}
