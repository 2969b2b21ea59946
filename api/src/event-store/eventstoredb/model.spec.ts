import { EventStoreStandIn, type StandInFault } from '../../../../test/support/event-store-stand-in.js';
import { counts } from '../../../../test/support/scale.js';
import type { Appended } from '../event-store.port.js';
import { openEventStoreDb, type EventStoreDb } from './eventstoredb-event-store.js';
import { SEND_LIMIT } from './appends.js';
import {
  expectSameAsReference,
  type TroubledEventStore,
} from '../../../../test/contracts/event-store-model.contract.js';

const DEATH = 'the server dies after storing';

const APPEND_FAULTS: Readonly<Record<string, Omit<StandInFault, 'on'>>> = {
  'an answer is lost before storing': { kind: 'end' },
  'an answer is lost after storing': { kind: 'end-after-store' },
  'no answer comes after storing': { kind: 'unavailable-after-store', times: SEND_LIMIT },
  'no answer comes': { kind: 'unavailable', times: SEND_LIMIT },
  'an answer comes twice': { kind: 'twice' },
  'an answer is slow': { kind: 'slow', delayMs: 50 },
  [DEATH]: { kind: 'die-after-store' },
};

const FOLLOW_FAULTS: Readonly<Record<string, Omit<StandInFault, 'on'>>> = {
  'it ends at once': { kind: 'end', events: 0 },
  'it ends amid catching up': { kind: 'end', events: 2 },
  'it is dropped amid catching up': { kind: 'drop', events: 1, times: 2 },
  'every event comes twice': { kind: 'twice' },
};

/** Two clients of one stand-in, whose faults are the troubles. */
class FaultyServer implements TroubledEventStore {
  readonly appendTroubles = Object.keys(APPEND_FAULTS);
  readonly followTroubles = Object.keys(FOLLOW_FAULTS);

  private constructor(
    private readonly standIn: EventStoreStandIn,
    private clients: readonly [EventStoreDb, EventStoreDb],
  ) {}

  static async start(): Promise<FaultyServer> {
    const standIn = await EventStoreStandIn.start();
    return new FaultyServer(standIn, await twoClients(standIn));
  }

  client(place: number): EventStoreDb {
    return place === 0 ? this.clients[0] : this.clients[1];
  }

  async reopen(): Promise<void> {
    for (const client of this.clients) await client.close();
    this.clients = await twoClients(this.standIn);
  }

  async appendAmid(trouble: string, append: () => Promise<Appended>): Promise<Appended> {
    await this.standIn.fault({ kind: '', ...APPEND_FAULTS[trouble], on: 'append' });
    try {
      return await append();
    } finally {
      if (trouble === DEATH) await this.standIn.restart();
      else await this.standIn.healed();
    }
  }

  async followAmid(trouble: string, follow: () => Promise<void>): Promise<void> {
    await this.standIn.fault({ kind: '', ...FOLLOW_FAULTS[trouble], on: 'subscribe' });
    await follow();
    await this.standIn.healed();
  }

  async dispose(): Promise<void> {
    for (const client of this.clients) await client.close();
    await this.standIn.dispose();
  }
}

async function twoClients({ url }: EventStoreStandIn): Promise<[EventStoreDb, EventStoreDb]> {
  return [await openEventStoreDb({ url }), await openEventStoreDb({ url })];
}

it('EventStoreDB (stand-in) does what the reference does, whatever two clients ask and whatever goes wrong', async () => {
  const server = await FaultyServer.start();
  try {
    await expectSameAsReference(server, counts.modelRuns);
  } finally {
    await server.dispose();
  }
});

afterAll(() => {
  process.stdout.write(
    'Event store held against the reference: EventStoreDB, on a stand-in for the server.\n',
  );
});
