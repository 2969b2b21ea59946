import {
  FakeEventStoreServer,
  type FakeServerFault,
} from '../../../../../test/support/fake-event-store-server.js';
import { counts } from '../../../../../test/support/scale.js';
import type { Appended } from '../event-store.port.js';
import { openEventStoreDb, type EventStoreDb } from './eventstoredb-event-store.js';
import { SEND_LIMIT } from './appends.js';
import {
  expectSameAsReference,
  type TroubledEventStore,
} from '../../../../../test/contracts/event-store-model.contract.js';

const DEATH = 'the server dies after storing';

const APPEND_FAULTS: Readonly<Record<string, Omit<FakeServerFault, 'on'>>> = {
  'an answer is lost before storing': { kind: 'end' },
  'an answer is lost after storing': { kind: 'end-after-store' },
  'no answer comes after storing': { kind: 'unavailable-after-store', times: SEND_LIMIT },
  'no answer comes': { kind: 'unavailable', times: SEND_LIMIT },
  'an answer comes twice': { kind: 'twice' },
  'an answer is slow': { kind: 'slow', delayMs: 50 },
  [DEATH]: { kind: 'die-after-store' },
};

const FOLLOW_FAULTS: Readonly<Record<string, Omit<FakeServerFault, 'on'>>> = {
  'it ends at once': { kind: 'end', events: 0 },
  'it ends amid catching up': { kind: 'end', events: 2 },
  'it is dropped amid catching up': { kind: 'drop', events: 1, times: 2 },
  'every event comes twice': { kind: 'twice' },
};

/** Two clients of one fake server; the troubles are its faults. */
class FaultyServer implements TroubledEventStore {
  readonly appendTroubles = Object.keys(APPEND_FAULTS);
  readonly followTroubles = Object.keys(FOLLOW_FAULTS);

  private constructor(
    private readonly fakeServer: FakeEventStoreServer,
    private clients: readonly [EventStoreDb, EventStoreDb],
  ) {}

  static async start(): Promise<FaultyServer> {
    const fakeServer = await FakeEventStoreServer.start();
    return new FaultyServer(fakeServer, await twoClients(fakeServer));
  }

  client(place: number): EventStoreDb {
    return place === 0 ? this.clients[0] : this.clients[1];
  }

  async reopen(): Promise<void> {
    for (const client of this.clients) await client.close();
    this.clients = await twoClients(this.fakeServer);
  }

  async appendAmid(trouble: string, append: () => Promise<Appended>): Promise<Appended> {
    await this.fakeServer.fault({ kind: '', ...APPEND_FAULTS[trouble], on: 'append' });
    try {
      return await append();
    } finally {
      if (trouble === DEATH) await this.fakeServer.restart();
      else await this.fakeServer.healed();
    }
  }

  async followAmid(trouble: string, follow: () => Promise<void>): Promise<void> {
    await this.fakeServer.fault({ kind: '', ...FOLLOW_FAULTS[trouble], on: 'subscribe' });
    await follow();
    await this.fakeServer.healed();
  }

  async dispose(): Promise<void> {
    for (const client of this.clients) await client.close();
    await this.fakeServer.dispose();
  }
}

async function twoClients({ url }: FakeEventStoreServer): Promise<[EventStoreDb, EventStoreDb]> {
  return [await openEventStoreDb({ url }), await openEventStoreDb({ url })];
}

it('EventStoreDB (fake server) behaves like the reference under any calls of two clients and any faults', async () => {
  const server = await FaultyServer.start();
  try {
    await expectSameAsReference(server, counts.modelRuns);
  } finally {
    await server.dispose();
  }
});

afterAll(() => {
  process.stdout.write('Event store compared with the reference: EventStoreDB, on a fake server.\n');
});
