// CPU time of sends and lists by senders with different numbers of earlier transfers, cold and warm (rows 4 and 9).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cookiesOf, send, sendersOf } from './senders.mjs';
import { dealt, read, startServer } from './servers.mjs';
import { LIST } from './read-http.mjs';
import { TransferLog } from './transfer-log.mjs';

const ONE_AT_A_TIME = 1;
/** Longer than the window of the velocity rule, so that no round raises an alert with an earlier one. */
const BETWEEN_ROUNDS_MS = 2 * 60 * 60 * 1_000;
/** Lists change nothing, so each group can read equally often. */
const WARM_LISTS = 80;
/** Most sends needed to load a sender of any length. */
const FIRST_SENDS = 5;
/** Requests of other senders after a start, so that the code is compiled. */
const COMPILING_REQUESTS = 600;

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
export async function measureLengths({ histories, scratch, rounds, lengths, measuredGroup }) {
  const { folder } = await histories.caughtUp(histories.events);
  const groups = lengths.map((group) => ({
    ...group,
    coldSend: [],
    warmSend: [],
    coldList: [],
    warmList: [],
  }));
  const env = { FLIP_TEST_CLOCK: join(scratch, 'clock') };
  const startedAtMs = Date.now();
  const atOf = (round) => new Date(startedAtMs - (rounds - 1 - round) * BETWEEN_ROUNDS_MS).toISOString();
  const setClock = (round) => writeFileSync(env.FLIP_TEST_CLOCK, atOf(round));
  const end = async (round) => {
    if (round === rounds - 1) return;
    setClock(round + 1);
    await unpaidEnd(folder);
  };
  setClock(-1);
  await keepStates(folder, groups, { env, end: () => end(-1) });
  for (let round = 0; round < rounds; round += 1) {
    setClock(round);
    const compiling = await cookiesOf(folder, sendersOf(measuredGroup.count, measuredGroup.group), env);
    const cookies = [];
    for (const { group, each, count, isShared } of groups) {
      const first = isShared ? 0 : round * each;
      cookies.push(await cookiesOf(folder, sendersOf(count, group).slice(first, first + each), env));
    }
    const server = await (await startServer(folder, { env })).caughtUp();
    try {
      const turns = (place) => compiling[place % compiling.length];
      await server.load(
        dealt(COMPILING_REQUESTS, (place) => send(turns(place))),
        { status: 201 },
      );
      await server.load(dealt(COMPILING_REQUESTS, (place) => read(turns(place), LIST)));
      for (const [index, group] of groups.entries()) await measure(server, group, cookies[index]);
      await end(round);
      await server.caughtUp();
    } finally {
      await server.stop();
    }
  }
  return groups;
}

/**
 * The logs were not written by the product: one send each brings the senders into a regular state. The first load of
 * a very long stream may outlive its send and is kept; then the group sends again.
 */
async function keepStates(folder, groups, { env, end }) {
  const cookies = [];
  for (const { group, count } of groups) cookies.push(await cookiesOf(folder, sendersOf(count, group), env));
  const server = await (await startServer(folder, { env })).caughtUp();
  try {
    for (const members of cookies) {
      const sends = () => dealt(members.length, (place) => send(members[place]), ONE_AT_A_TIME);
      for (let tries = 0; tries < FIRST_SENDS; tries += 1)
        if ((await server.load(sends(), { status: 201 })).failures === 0) break;
    }
    await end();
    await server.caughtUp();
  } finally {
    await server.stop();
  }
}

/**
 * These sends are never paid: half an hour later each ends and releases its amount, which loads its sender. That has to
 * happen before the server of the next round starts, or its first sends would not be cold.
 */
async function unpaidEnd(folder) {
  const log = await TransferLog.open(folder, ['transfer-']);
  await log.allEnded(null, 'TransferCancelled');
  await log.close();
}

async function measure(server, group, cookies) {
  const requests = (request, count = cookies.length) =>
    dealt(count, (place) => request(cookies[place % cookies.length]), ONE_AT_A_TIME);
  const list = (cookie) => read(cookie, LIST);
  const steps = {
    coldList: [requests(list), 200],
    coldSend: [requests(send), 201],
    warmSend: [requests(send), 201],
    warmList: [requests(list, WARM_LISTS), 200],
  };
  for (const [name, [lists, status]] of Object.entries(steps)) {
    const result = await server.load(lists, { status });
    group[name].push(result);
    if (result.failures > 0) {
      group.problem ??= `${name} of a sender with ${group.length} transfers: ${result.answers.join(', ')}`;
      return;
    }
  }
}
