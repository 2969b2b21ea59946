import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { systemClock } from '../config/clock.js';
import { CommandRunner } from './commands/command-runner.js';
import { configSchema } from '../config/config.js';
import { DataFolderInUse } from './storage/data-lock.js';
import { engineModules } from './engine-modules.js';
import { Features } from '../event-sourcing/event-sourcing.module.js';
import { streamCategory } from '../event-sourcing/event.js';
import type { ProviderSettings, Runtime, Secrets } from '../config/runtime.js';
import { SubscriptionRunner } from './subscriptions/subscription-runner.js';
import { heldLease, Lease } from './subscriptions/workers/lease.js';
import { newContext, paid, till, tillsProjection } from '../../../test/support/till.js';
import { Vault } from './vault/vault.port.js';
import { ViewStore } from './view-store/view-store.port.js';
import { PATIENCE_MS } from '../../../test/support/wait-for.js';

const tillStream = streamCategory('till-');
const features = new Features([{ streams: [tillStream], events: [paid], projections: [tillsProjection] }]);

@Module({})
class Root {}
const keyEncryptionKey = randomBytes(32).toString('base64');

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'flip-module-')), 'data');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

function moduleOver(data: string) {
  const runtime: Runtime = {
    config: configSchema.parse({ FLIP_DATA: data }),
    secrets: { keyEncryptionKey } as Secrets,
    providers: {} as ProviderSettings,
    clock: systemClock,
  };
  return { module: Root, imports: [...engineModules(runtime, features)] };
}

const open = () =>
  NestFactory.createApplicationContext(moduleOver(folder), { logger: false, abortOnError: false });

it('what is recorded shows in a view, and is still there when the application comes back', async () => {
  const first = await open();
  const { position } = await first.get(CommandRunner).execute({
    decider: till,
    stream: 'till-a',
    command: { paymentId: 'a1', cents: 5 },
    context: newContext(),
  });
  expect(await first.get(SubscriptionRunner).caughtUp(tillsProjection, position ?? '', PATIENCE_MS)).toBe(
    true,
  );
  await first.close();

  const second = await open();
  expect(await second.get(ViewStore).get(tillsProjection, 'a')).toMatchObject({ total: 5 });
  await second.close();
});

it('a lease of a killed application keeps no worker of the next one waiting', async () => {
  const first = await open();
  const killed = { name: 'mail', vault: first.get<Vault>(Vault), clock: systemClock };
  await new Lease(killed).take();
  await first.close();

  const second = await open();
  expect(await heldLease(second.get<Vault>(Vault), systemClock.now())).toBeNull();
  await second.close();
});

it('a second application on the same data folder is refused, and the first continues', async () => {
  const first = await open();
  await expect(open()).rejects.toBeInstanceOf(DataFolderInUse);
  await first.get(CommandRunner).query(till, 'till-a', ({ total }) => total);
  await first.close();
});

it('a command is refused when no feature declares its stream', async () => {
  const app = await open();
  const command = { paymentId: 'a1', cents: 5 };
  const request = { decider: till, stream: 'door-a', command, context: newContext() };
  await expect(app.get(CommandRunner).execute(request)).rejects.toThrow('no feature declares');
  await app.close();
});

it('reading the routes alone opens no store', async () => {
  const app = await NestFactory.createApplicationContext(moduleOver(folder), {
    preview: true,
    logger: false,
  });
  await app.close();
  await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' });
});
