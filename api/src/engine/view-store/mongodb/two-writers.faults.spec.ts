import {
  freshDatabase,
  FakeMongoServer,
  type MongoFault,
} from '../../../../../test/support/fake-mongo-server.js';
import { counts } from '../../../../../test/support/scale.js';
import {
  expectSameAsReference,
  isCutOff,
  type TroubledViewStore,
} from '../../../../../test/contracts/view-store-two-writers.contract.js';
import { openMongoViewStore } from './mongodb-view-store.js';
import type { ViewStore } from '../view-store.port.js';

const FAULTS: Readonly<Record<string, MongoFault>> = {
  'the server dies between documents and checkpoint': {
    kind: 'die-after-storing',
    command: 'update',
    collection: 'view_',
    times: 1,
  },
  'the server dies after storing the checkpoint': {
    kind: 'die-after-storing',
    command: 'update',
    collection: 'projections',
    times: 1,
  },
  'a connection is lost before the documents': {
    kind: 'close',
    command: 'update',
    collection: 'view_',
    times: 1,
  },
  'a connection is lost after the documents': {
    kind: 'close-after-storing',
    command: 'update',
    collection: 'view_',
    times: 1,
  },
  'a connection is lost before the checkpoint': {
    kind: 'close',
    command: 'update',
    collection: 'projections',
    times: 1,
  },
};

/** Two writers on one fake server; the troubles are its faults. */
class FaultyServer implements TroubledViewStore {
  readonly troubles = Object.keys(FAULTS);
  private database = freshDatabase();
  private writers: readonly ViewStore[] = [];

  constructor(private readonly server: FakeMongoServer) {}

  writer(place: number): ViewStore {
    const writer = this.writers[place];
    if (!writer) throw new Error('no views were made');
    return writer;
  }

  async renew(): Promise<void> {
    this.database = freshDatabase();
    await this.open();
  }

  async reopen(): Promise<void> {
    await this.open();
  }

  async commitAmid(trouble: string, commit: () => Promise<unknown>): Promise<void> {
    const fault = FAULTS[trouble];
    if (!fault) throw new Error(`${trouble} is no trouble`);
    await this.server.fault(fault);
    const isDead = (await isCutOff(commit())) && fault.kind === 'die-after-storing';
    if (isDead) await this.server.restart();
    await this.server.endFaults();
  }

  async dispose(): Promise<void> {
    await this.close();
    await this.server.stop();
  }

  private async open(): Promise<void> {
    await this.close();
    const { url } = this.server;
    const { database } = this;
    this.writers = [await openMongoViewStore({ url, database }), await openMongoViewStore({ url, database })];
  }

  private async close(): Promise<void> {
    for (const writer of this.writers) await writer.close();
  }
}

it('MongoDB (fake server) behaves like the reference under any calls of two writers and any faults', async () => {
  const server = new FaultyServer(await FakeMongoServer.start());
  try {
    await expectSameAsReference(server, counts.modelRuns);
  } finally {
    await server.dispose();
  }
});

afterAll(() => {
  process.stdout.write('View store compared with the reference: MongoDB, on the fake server.\n');
});
