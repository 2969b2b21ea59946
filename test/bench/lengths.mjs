// CPU time of sends and lists by senders with different numbers of earlier transfers, cold and warm (rows 4 and 9).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTurn, send } from './requests.mjs';
import { cookiesOf, sendersOf } from './senders.mjs';
import { startProduct } from './servers.mjs';
import { TransferLog } from './transfer-log.mjs';

/** Longer than the window of the velocity rule, so that no round raises an alert with an earlier one. */
const BETWEEN_ROUNDS_MS = 2 * 60 * 60 * 1_000;
/** Lists change nothing, so each group can read equally often. */
const WARM_LISTS = 80;
/** Most sends needed to load a sender of any length. */
const FIRST_SENDS = 5;
/** Requests of other senders after a start, so that the code is compiled. */
const COMPILING_REQUESTS = 600;
const CREATED = { status: 201 };

/** The groups of a history: senders whom a send changes little are used in every round. */
export function groupsOf(lengths, rounds) {
  return lengths.map(({ length, each, isShared }) => ({
    group: `length ${length}`,
    length,
    each,
    isShared,
    count: isShared ? each : each * rounds,
  }));
}

/** Each round starts the server again, so that nothing is cached, and some hours later; the last one is now. */
export async function measureLengths({ histories, scratch, rounds }) {
  const { folder } = await histories.caughtUp();
  const groups = histories.lengths.map((group) => ({
    ...group,
    coldSend: [],
    warmSend: [],
    coldList: [],
    warmList: [],
  }));
  const env = { FLIP_TEST_CLOCK: join(scratch, 'clock') };
  const startedAtMs = Date.now();
  const setClock = (round) => {
    const atMs = startedAtMs - (rounds - 1 - round) * BETWEEN_ROUNDS_MS;
    writeFileSync(env.FLIP_TEST_CLOCK, new Date(atMs).toISOString());
  };
  const { measured } = histories;
  const others = sendersOf(measured.count, measured.group);
  // Round -1 brings the senders into a regular state.
  for (let round = -1; round < rounds; round += 1) {
    setClock(round);
    const compiling = await cookiesOf(folder, others, env);
    const cookies = [];
    for (const { group, each, count, isShared } of groups) {
      const first = isShared ? 0 : round * each;
      const members = sendersOf(count, group);
      cookies.push(await cookiesOf(folder, round < 0 ? members : members.slice(first, first + each), env));
    }
    const server = await startProduct(folder, env);
    if (round < 0) for (const members of cookies) await keepState(server, members);
    else {
      await server.load(inTurn(compiling, COMPILING_REQUESTS, { request: send }), CREATED);
      await server.load(inTurn(compiling, COMPILING_REQUESTS));
      for (const [index, group] of groups.entries()) await measure(server, group, cookies[index]);
    }
    if (round < rounds - 1) {
      setClock(round + 1);
      await unpaidEnd(folder);
    }
    await server.caughtUp();
    await server.stop();
  }
  return groups;
}

/**
 * The logs were not written by the product: one send each brings the senders into a regular state. The first load of
 * a very long stream may outlive its send and is kept; then the group sends again.
 */
async function keepState(server, cookies) {
  const sends = () => inTurn(cookies, cookies.length, { request: send, connections: 1 });
  for (let tries = 0; tries < FIRST_SENDS; tries += 1)
    if ((await server.load(sends(), CREATED)).failures === 0) return;
}

/**
 * These sends are never paid: half an hour later each ends and releases its amount, which loads its sender. That has to
 * happen before the server of the next round starts, or its first sends would not be cold.
 */
async function unpaidEnd(folder) {
  const log = await TransferLog.open(folder, ['transfer-']);
  await log.allHave('TransferCancelled');
}

async function measure(server, group, cookies) {
  const lists = (count) => [inTurn(cookies, count, { connections: 1 }), {}];
  const sends = () => [inTurn(cookies, cookies.length, { request: send, connections: 1 }), CREATED];
  const steps = {
    coldList: lists(cookies.length),
    coldSend: sends(),
    warmSend: sends(),
    warmList: lists(WARM_LISTS),
  };
  for (const [name, [requests, options]] of Object.entries(steps)) {
    const result = await server.load(requests, options);
    group[name].push(result);
    if (result.failures > 0) {
      group.problem ??= `${name} of a sender with ${group.length} transfers: ${result.answers.join(', ')}`;
      return;
    }
  }
}
