// Row 5: signed-in reads through the whole pipeline, compared with the peer.
import { figuresOf, interleave, randomFrom, ratioGoal, SEED } from './figures.mjs';
import { ask, CONNECTIONS, dealt, LIST, read } from './requests.mjs';
import { cookiesOf, sendersOf } from './senders.mjs';
import { startBoth } from './servers.mjs';

const ALLOWANCE = '/api/allowance';
/** Enough that none reaches the limit of 1,200 reads a minute. */
const WARM_READERS = 200;
/** Path, readers, and the most of the peer's CPU time. */
const GOALS = [
  [LIST, 'warm', 1],
  [LIST, 'random', 1.5],
  [ALLOWANCE, 'warm', 2],
  [ALLOWANCE, 'random', 2],
];

export async function readHttpRow({ histories, rounds, sizes: { gets } }) {
  const { folder, events } = await histories.caughtUp();
  const cookies = await cookiesOf(folder, sendersOf(histories.senders));
  const random = randomFrom(SEED);
  const readers = { warm: Math.min(WARM_READERS, cookies.length), random: cookies.length };
  const lists = (path, kind) => dealt(gets, () => read(cookies[Math.floor(random() * readers[kind])], path));
  const { product, peer } = await startBoth(histories);
  const contenders = GOALS.map(([path, kind]) => {
    // Both servers get the requests of a round in the same order.
    let requests;
    return {
      [`${path} ${kind}`]: () => product.load((requests = lists(path, kind))),
      [`peer ${path} ${kind}`]: () => peer.load(requests),
    };
  });
  const { problem, ...results } = await interleave(rounds, Object.assign({}, ...contenders));
  return {
    workload: `signed-in GETs, ${CONNECTIONS} connections, ${readers.warm} warm or ${readers.random} random readers, ${events} events stored`,
    figures: Object.entries(results).flatMap(([name, result]) => figuresOf(name, result)),
    goals: GOALS.map(([path, kind, atMost]) => {
      const [of, to] = [results[`${path} ${kind}`], results[`peer ${path} ${kind}`]];
      return ratioGoal(`× the peer, CPU of ${path}, ${kind} readers`, { atMost }, { of, to, field: 'cpuMs' });
    }),
    problem: problem ?? (await contentProblem([product, peer], cookies[0])),
  };
}

/** Both return the same transfers and the same allowance. */
async function contentProblem(servers, cookie) {
  const answers = await Promise.all(
    servers.map(async ({ url }) => {
      const { items } = await ask(url, read(cookie));
      const { used, frees } = await ask(url, read(cookie, ALLOWANCE));
      return JSON.stringify([items.map(({ id, amount }) => [id, amount]), used, frees.length]);
    }),
  );
  return new Set(answers).size === 1 ? null : 'product and peer do not answer alike';
}
