import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeEventStoreServer } from '../../../../../test/support/fake-event-store-server.js';
import { StoreUnavailable } from '../../storage/store-unavailable.js';
import { BEGINNING } from '../event-store.port.js';
import { openEventStoreDb, type EventStoreDb } from './eventstoredb-event-store.js';
import { all, sampleEvent } from '../../../../../test/support/sample-events.js';
import { PATIENCE_MS } from '../../../../../test/support/wait-for.js';

/** What the client itself would cut at the colon and take for a host behind the @. */
const PASSWORD = 'p@ss:w/rd';
const SHORT = { deadlineMs: 2_000 };

let folder: string;
let fakeServer: FakeEventStoreServer;
let store: EventStoreDb | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'flip-tls-'));
  const trusted = makeCertificate('server');
  makeCertificate('stranger');
  fakeServer = await FakeEventStoreServer.start({ ...trusted, user: `flip:${PASSWORD}` });
});
afterEach(async () => {
  await store?.close();
});
afterAll(async () => {
  await fakeServer.dispose();
  rmSync(folder, { recursive: true });
  process.stdout.write('TLS and credentials covered: EventStoreDB, on a fake server.\n');
});

function makeCertificate(name: string): { keyFile: string; certFile: string } {
  const [keyFile, certFile] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  const files = ['-keyout', keyFile, '-out', certFile];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], {
    stdio: 'ignore',
  });
  return { keyFile, certFile };
}

async function openWith(user: string, certificate: string): Promise<EventStoreDb> {
  const file = encodeURIComponent(join(folder, `${certificate}.crt`));
  store = await openEventStoreDb({ url: `esdb://${user}@${fakeServer.address}?tlsCAFile=${file}` });
  return store;
}

it('appends, reads and subscribes over TLS, with credentials in each call', async () => {
  const mine = await openWith(`flip:${PASSWORD}`, 'server');
  const event = sampleEvent();
  await mine.append('sample-tls', 'no_stream', [event]);
  expect(await all(mine.read('sample-tls'))).toMatchObject([{ id: event.id }]);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  for await (const { events } of mine.follow({ after: BEGINNING, prefixes: ['sample-'], signal })) {
    expect(events).toMatchObject([{ id: event.id }]);
    break;
  }
  expect((await fakeServer.state()).counts.batchAppend).toBe(0);
});

it('reports denied access when the password is wrong', async () => {
  const mine = await openWith('flip:wrong', 'server');
  const append = mine.append('sample-wrong', 'no_stream', [sampleEvent()], SHORT);
  await expect(append).rejects.toThrow('denies access to this user');
  await expect(all(mine.read('sample-wrong'))).rejects.toThrow('denies access to this user');
});

it('sends nothing to a server with a certificate of another authority (ASVS 12.3.2, 12.3.4)', async () => {
  const before = (await fakeServer.state()).counts;
  const mine = await openWith(`flip:${PASSWORD}`, 'stranger');
  const append = mine.append('sample-stranger', 'no_stream', [sampleEvent()], SHORT);
  await expect(append).rejects.toBeInstanceOf(StoreUnavailable);
  expect((await fakeServer.state()).counts).toEqual(before);
});
