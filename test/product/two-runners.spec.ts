import { sampleSend } from '../support/sample-send.js';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../api/src/config/clock.js';
import { openStores, type Stores } from '../../api/src/engine/stores/open-stores.js';
import { type PreparedRuntime, prepareRuntime } from '../../api/src/config/prepare-runtime.js';
import { CommandRunner } from '../../api/src/engine/commands/command-runner.js';
import type { DomainError } from '../../api/src/kernel/domain-error.js';
import { AppModule } from '../../api/src/app.module.js';
import { featuresOf } from '../../api/src/event-sourcing/event-sourcing.module.js';
import {
  AttemptTransfer,
  AttemptTransferHandler,
} from '../../api/src/features/transfers/sending/attempt-transfer.command.js';
import { Transfers } from '../../api/src/features/lifecycle/state/transfers.js';
import { EarlierRequests } from '../../api/src/features/transfers/sending/earlier-requests.js';
import { SendingRules } from '../../api/src/features/transfers/sending/sending-rules.js';
import {
  REFUSALS_PER_HOUR,
  senderStream,
} from '../../api/src/features/transfers/sending/transfer.decider.js';
import { counts } from '../support/scale.js';

const { events: declarations } = featuresOf(AppModule);

const SENDS = 200;
/** 12 × $20 = $240 is the most that fits under $250. */
const FITTING = 12;
/** What remains after twelve sends: every refusal has to state it. */
const REMAINING = '10.00';

describe('two hundred parallel sends of $20 through two command runners over one event store', () => {
  let folder: string;
  let prepared: PreparedRuntime;
  let stores: Stores;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'flip-runners-'));
    prepared = await prepareRuntime({ FLIP_DATA: folder, PORT: '0' });
    const { keyEncryptionKey } = prepared.secrets;
    stores = await openStores({ folder, keyEncryptionKey, declarations });
  });
  afterAll(async () => {
    await stores.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('accept exactly what fits under $250 without a visible conflict, and every refusal states what remains', async () => {
    const processes = [newProcess(), newProcess()];
    for (let round = 0; round < counts.runnerRaceRounds; round += 1) {
      const uid = randomUUID();
      const outcomes = await Promise.all(
        Array.from({ length: SENDS }, (_, place) => outcomeOf(processes[place % 2], uid)),
      );
      expect(tallyOf(outcomes)).toEqual({
        accepted: FITTING,
        [`weekly_limit_exceeded, ${REMAINING} remains`]: REFUSALS_PER_HOUR,
        [`too_many_refusals, ${REMAINING} remains`]: SENDS - FITTING - REFUSALS_PER_HOUR,
      });
      expect(tallyOf(await recordedOf(uid))).toEqual({
        'TransferRequested of 2000': FITTING,
        'TransferRefused of 2000': REFUSALS_PER_HOUR,
      });
    }
  });

  /** The command side of one API process: its own queue and cache over the shared log. */
  function newProcess(): AttemptTransferHandler {
    const rules = new SendingRules(prepared.config, prepared.secrets);
    const runner = new CommandRunner(stores.eventLog, systemClock);
    return new AttemptTransferHandler(
      runner,
      stores.eventLog,
      rules,
      new EarlierRequests(stores.eventLog, new Transfers(runner, stores.eventLog)),
      systemClock,
    );
  }

  async function recordedOf(uid: string): Promise<readonly string[]> {
    const found: string[] = [];
    for await (const { type, data } of stores.eventLog.read(senderStream(uid)))
      found.push(`${type} of ${String((data as { readonly amountCents: number }).amountCents)}`);
    return found;
  }
});

async function outcomeOf(handler: AttemptTransferHandler | undefined, uid: string): Promise<string> {
  try {
    await handler?.execute(
      new AttemptTransfer(uid, randomUUID(), {
        send: sampleSend(),
        agreedTotalCents: 2_190,
      }),
    );
    return 'accepted';
  } catch (error) {
    const { code, params } = error as DomainError;
    return `${code}, ${String(params['remaining'])} remains`;
  }
}

function tallyOf(outcomes: readonly string[]): Readonly<Record<string, number>> {
  const tally: Record<string, number> = {};
  for (const outcome of outcomes) tally[outcome] = (tally[outcome] ?? 0) + 1;
  return tally;
}
