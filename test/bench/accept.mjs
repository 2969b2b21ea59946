// Rows 1 to 3: sends decided and durable per second, without HTTP.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DomainError } from '../../dist/compiled/api/src/kernel/domain-error.js';
import { UNVERIFIED_WEEKLY_LIMIT_CENTS } from '../../dist/compiled/api/src/kernel/money/limits.js';
import { feesOf } from '../../dist/compiled/api/src/kernel/money/fees.js';
import { BEGINNING } from '../../dist/compiled/api/src/engine/event-store/event-store.port.js';
import { systemClock } from '../../dist/compiled/api/src/config/clock.js';
import { CommandRunner } from '../../dist/compiled/api/src/engine/commands/command-runner.js';
import {
  AttemptTransfer,
  AttemptTransferHandler,
} from '../../dist/compiled/api/src/features/transfers/sending/attempt-transfer.command.js';
import { Transfers } from '../../dist/compiled/api/src/features/lifecycle/state/transfers.js';
import { EarlierRequests } from '../../dist/compiled/api/src/features/transfers/sending/earlier-requests.js';
import { SendingRules } from '../../dist/compiled/api/src/features/transfers/sending/sending-rules.js';
import { senderStream } from '../../dist/compiled/api/src/features/transfers/sending/transfer.decider.js';
import { v5 as uuidV5 } from 'uuid';
import { boundGoal, drive, figuresOf, interleave, randomFrom, ratioGoal, SEED, zipf } from './figures.mjs';
import { afterRow, diskFloor } from './machine.mjs';
import { NaiveWriter } from './naive-writer.mjs';
import { nextKey } from './requests.mjs';
import { withSlowSyncs } from './slow-syncs.mjs';
import { idOf, openFolder, PREPARING_AT_ONCE, RECIPIENT, sendersOf, verifySenders } from './senders.mjs';

const SENDERS = 10_000;
const IN_FLIGHT = 64;
const HOT_SENDER = idOf('hot sender');
/** Many more than are in flight. */
const APPENDED_STREAMS = 1_000;
/** Small enough that most sends fit, large enough that the hottest senders meet their limit. */
const HIGHEST_AMOUNT_CENTS = 20;

/** The product's command handler over separate stores, with everything it returned. */
class Product {
  constructor(stores) {
    this.stores = stores;
    const { eventLog, config, secrets } = stores;
    // Cents, so that it takes many sends to fill a sender's week; every refusal is recorded.
    const bench = { ...config, MIN_TRANSFER_CENTS: 1, RATE_LIMIT: 'off' };
    this.schedule = config.FEE_SCHEDULE;
    const runner = new CommandRunner(eventLog, systemClock);
    const rules = new SendingRules(bench, secrets);
    const earlier = new EarlierRequests(eventLog, new Transfers(runner, eventLog));
    this.handler = new AttemptTransferHandler(runner, eventLog, rules, earlier, systemClock);
    this.failures = 0;
    /** The event that records each answer, by transfer. */
    this.answered = new Map();
  }

  async send(uid, amountCents) {
    const key = nextKey();
    const agreedTotalCents = feesOf(amountCents, this.schedule).totalCents;
    try {
      const event = await this.handler.execute(
        new AttemptTransfer(uid, key, { send: { ...RECIPIENT, amountCents }, agreedTotalCents }),
      );
      this.answered.set(event.data.transferId, 'TransferRequested');
    } catch (error) {
      if (error instanceof DomainError && error.code === 'weekly_limit_exceeded')
        this.answered.set(uuidV5(key, uid), 'TransferRefused');
      else this.failures += 1;
    }
  }

  /** Reads the whole log: no sender over the limit, every send stored once and as acknowledged. */
  async problem() {
    const used = new Map();
    const stored = new Map();
    let events = 0;
    const { signal } = new AbortController();
    const options = { after: BEGINNING, prefixes: ['sender-'], signal };
    for await (const page of this.stores.eventStore.follow(options)) {
      for (const { type, stream, data } of page.events) {
        if (type !== 'TransferRequested' && type !== 'TransferRefused') continue;
        events += 1;
        stored.set(data.transferId, type);
        if (type === 'TransferRequested') used.set(stream, (used.get(stream) ?? 0) + data.amountCents);
      }
      if (page.live) break;
    }
    used.delete(senderStream(HOT_SENDER));
    if (this.failures > 0) return `${this.failures} sends failed`;
    if (Math.max(...used.values()) > UNVERIFIED_WEEKLY_LIMIT_CENTS) return 'a sender went over the limit';
    const isStored = [...this.answered].every(([id, type]) => stored.get(id) === type);
    return isStored && events === this.answered.size ? null : 'the log has other sends than were answered';
  }
}

/** The log's bare append of a prepared event to streams in turn, without decision or encryption. */
async function appending({ eventStore }, stream) {
  let appended = 0;
  for await (const { type, data, metadata } of eventStore.read(stream, { limit: 1 }))
    return () => {
      const turn = Math.floor(appended / APPENDED_STREAMS);
      const target = `bench-${appended % APPENDED_STREAMS}`;
      appended += 1;
      const expected = turn === 0 ? 'no_stream' : BigInt(turn - 1);
      return eventStore.append(target, expected, [{ id: randomUUID(), type, data, metadata }]);
    };
  throw new Error(`${stream} is empty`);
}

export async function acceptRows({ scratch, rounds, sizes: { accepts } }) {
  const stores = await openFolder(join(scratch, 'accept'));
  afterRow(() => stores.close());
  const uids = sendersOf(SENDERS);
  await verifySenders(stores.eventLog, [HOT_SENDER]);
  const product = new Product(stores);
  const naive = new NaiveWriter(join(scratch, 'naive.db'));
  const random = randomFrom(SEED);
  const rank = zipf(random, SENDERS);
  const amount = () => 1 + Math.floor(random() * HIGHEST_AMOUNT_CENTS);
  const someone = () => product.send(uids[rank()], amount());
  const theHotOne = () => product.send(HOT_SENDER, amount());
  const naively = () => {
    const [uid, id, amountCents] = [uids[rank()], uuidV5(nextKey(), HOT_SENDER), amount()];
    return naive.send({ id, uid, amountCents, ...RECIPIENT, ...feesOf(amountCents, product.schedule) });
  };
  // Every sender has a key and a cached state, as after a few minutes of operation.
  await drive(PREPARING_AT_ONCE, SENDERS, (place) => product.send(uids[place], 1));
  const append = await appending(stores, senderStream(uids[0]));
  const measured = await interleave(rounds, {
    floor: () => diskFloor(scratch),
    serial: () => drive(1, accepts / 10, someone),
    naive: () => drive(1, accepts / 5, naively),
    with64: () => drive(IN_FLIGHT, accepts, someone),
    append: () => drive(IN_FLIGHT, accepts, append),
    hot: () => drive(IN_FLIGHT, accepts / 2, theHotOne),
    slowNaive: () => withSlowSyncs(() => drive(1, accepts / 40, naively)),
    slow64: () => withSlowSyncs(() => drive(IN_FLIGHT, accepts / 4, someone)),
  });
  const problem = (await product.problem()) ?? naive.problem();
  return rowsOf(measured, product).map((row) => ({ ...row, problem }));
}

function rowsOf({ floor, serial, naive, with64, append, hot, slowNaive, slow64 }, { failures }) {
  const floorFigures = figuresOf('write + fdatasync', floor);
  const ratio = (name, atLeast, of, to) => ratioGoal(name, { atLeast }, { of, to, field: 'perSecond' });
  return [
    {
      name: 'accept-serial',
      workload: `1 in flight, ${SENDERS} Zipf senders, decided, limit-checked, durable`,
      figures: [...figuresOf('sends', serial), ...floorFigures],
      goals: [ratio('of the fdatasync floor', 0.3, serial, floor)],
    },
    {
      name: 'accept-64',
      workload: `${IN_FLIGHT} in flight, ${SENDERS} Zipf senders`,
      figures: [
        ...figuresOf('sends', with64),
        ...figuresOf('naive writer', naive),
        ...figuresOf("the log's append alone", append),
        ...figuresOf('sends, syncs delayed', slow64),
        ...figuresOf('naive writer, syncs delayed', slowNaive),
        ...floorFigures,
      ],
      goals: [
        ratio('× the naive writer', 2, with64, naive),
        ratio("of the log's append alone", 0.25, with64, append),
        ratio('× the naive writer, every sync delayed by 2 ms', 10, slow64, slowNaive),
      ],
    },
    {
      name: 'accept-hot',
      workload: `${IN_FLIGHT} in flight on one verified sender`,
      figures: [...figuresOf('sends', hot), ...floorFigures],
      goals: [boundGoal('conflicts or failures surfaced', 0, [failures])],
    },
  ];
}
