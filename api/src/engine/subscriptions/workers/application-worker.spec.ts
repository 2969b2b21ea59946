import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../../config/clock.js';
import type { ProviderSettings } from '../../../config/runtime.js';
import { ApplicationWorker } from './application-worker.js';
import { LEASE_MS, heldLease, onceUnderLease } from './lease.js';
import { openEmbeddedVault } from '../../vault/embedded-vault.js';
import { GuardedVault } from '../../stores/import-marker.js';
import type { Vault } from '../../vault/vault.port.js';

let now = Date.parse('2026-03-01T12:00:00.000Z');
const clock: Clock = { now: () => now };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(2);
}

let folder: string;
let vault: Vault;
const workers: TestWorker[] = [];

class TestWorker extends ApplicationWorker {
  protected readonly name = 'mail';
  protected override readonly vault = vault;
  protected override readonly clock = clock;
  protected override readonly providers = {} as ProviderSettings;

  constructor(
    protected readonly work: (signal: AbortSignal) => Promise<void>,
    protected readonly everyMs: number,
  ) {
    super();
  }

  stop = () => this.beforeApplicationShutdown();
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flip-lease-'));
  vault = openEmbeddedVault(join(folder, 'vault.db'));
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await vault.close();
  await rm(folder, { recursive: true });
});

function start(work: (signal: AbortSignal) => Promise<void>, everyMs = 1): TestWorker {
  const worker = new TestWorker(work, everyMs);
  workers.push(worker);
  worker.onApplicationBootstrap();
  return worker;
}

it('runs repeatedly, in one process at a time, and another takes over when it stops', async () => {
  const rounds = { first: 0, second: 0 };
  const count = (name: keyof typeof rounds) => async () => {
    await pause(1);
    rounds[name]++;
  };
  const first = start(count('first'));
  await until(() => rounds.first > 0);
  start(count('second'));
  await until(() => rounds.first > 10);
  expect(rounds.second).toBe(0);
  await first.stop();
  await until(() => rounds.second > 0);
});

it('a failed round is retried', async () => {
  let rounds = 0;
  start(() => (++rounds < 3 ? Promise.reject(new Error('the mail server is away')) : Promise.resolve()));
  await until(() => rounds >= 3);
});

it('after a crash another process takes over once the lease has expired', async () => {
  const value = { holder: 'a process that was killed', untilMs: now + LEASE_MS };
  await vault.put('lease', 'mail', { owner: 'mail', value }, null);
  let rounds = 0;
  start(async () => {
    await Promise.resolve(rounds++);
  });
  await pause(20);
  expect(rounds).toBe(0);
  now += LEASE_MS;
  await until(() => rounds > 0);
});

it('stopping interrupts the current round and waits for it', async () => {
  let ended = false;
  let begun = false;
  const worker = start(async (signal) => {
    begun = true;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await pause(5);
    ended = true;
  });
  await until(() => begun);
  await worker.stop();
  expect(ended).toBe(true);
});

it('one-time work waits for another process, even for one that fails, and releases the lease', async () => {
  const steps: string[] = [];
  const once = (name: string, ends: () => Promise<string>) =>
    onceUnderLease({ name: 'demo', vault, clock, everyMs: 1 }, async () => {
      steps.push(`${name} begins`);
      await pause(5);
      steps.push(`${name} ends`);
      return ends();
    });
  const failing = once('first', () => Promise.reject(new Error('refused')));
  await until(() => steps.length > 0);
  const following = once('second', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('refused');
  expect(await following).toBe('done');
  expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  expect(await heldLease(vault, now)).toBeNull();
});

it('a lease is released even when a renewal is under way as the work ends', async () => {
  let renewing: (() => void) | undefined;
  const begun = new Promise<void>((resolve) => (renewing = resolve));
  let puts = 0;
  const slow = Object.assign(Object.create(vault) as Vault, {
    put: async (...record: Parameters<Vault['put']>) => {
      puts += 1;
      const isRenewal = puts === 2;
      if (isRenewal) renewing?.();
      const outcome = await vault.put(...record);
      if (isRenewal) await pause(20);
      return outcome;
    },
  });
  await onceUnderLease({ name: 'demo', vault: slow, clock, everyMs: 1 }, () => begun);
  expect(await heldLease(vault, now)).toBeNull();
});

it('one-time work reports refused stores, like any call', async () => {
  const refusals: Error[] = [];
  const refuse = () => Promise.reject(new Error('half an import'));
  const guarded = new GuardedVault(vault, refuse, (error) => refusals.push(error));
  const once = onceUnderLease({ name: 'demo', vault: guarded, clock, everyMs: 1 }, () => Promise.resolve());
  await expect(once).rejects.toThrow('half an import');
  expect(refusals).toHaveLength(1);
});
