// Row 5: signed-in reads through the whole pipeline, compared with the peer.
import { figuresOf, interleave, randomFrom, ratioGoal, SEED } from './figures.mjs';
import { startBoth } from './contenders.mjs';
import { cookiesOf, sendersOf } from './senders.mjs';
import { CONNECTIONS, dealt, read } from './servers.mjs';

export const LIST = '/api/transfers?limit=20';
const ALLOWANCE = '/api/allowance';
/** Enough that none reaches the limit of 1,200 reads a minute. */
const WARM_READERS = 200;

export async function readHttpRow({ histories, rounds, sizes: { gets } }) {
  const { folder, events } = await histories.caughtUp(histories.events);
  const cookies = await cookiesOf(folder, sendersOf(histories.senders));
  const random = randomFrom(SEED);
  const readers = { warm: Math.min(WARM_READERS, cookies.length), random: cookies.length };
  const lists = (path, kind) => dealt(gets, () => read(cookies[Math.floor(random() * readers[kind])], path));
  const { product, peer, stop } = await startBoth(histories);
  const measure = (path, kind) => {
    // Both servers get the requests of a round in the same order.
    let requests;
    return {
      [`${path} ${kind}`]: () => product.load((requests = lists(path, kind))),
      [`peer ${path} ${kind}`]: () => peer.load(requests),
    };
  };
  let measured;
  try {
    measured = await interleave(rounds, {
      ...measure(LIST, 'warm'),
      ...measure(LIST, 'random'),
      ...measure(ALLOWANCE, 'warm'),
      ...measure(ALLOWANCE, 'random'),
    });
    measured.problem ??= await contentProblem([product, peer], cookies[0]);
  } finally {
    await stop();
  }
  const { problem, ...results } = measured;
  const goal = (path, kind, atMost) => {
    const [of, to] = [results[`${path} ${kind}`], results[`peer ${path} ${kind}`]];
    return ratioGoal(`× the peer, CPU of ${path}, ${kind} readers`, { atMost }, { of, to, field: 'cpuMs' });
  };
  return {
    number: 5,
    name: 'read-http',
    workload: `signed-in GETs, ${CONNECTIONS} connections, ${readers.warm} warm or ${readers.random} random readers, ${events} events stored`,
    figures: Object.entries(results).flatMap(([name, result]) => figuresOf(name, result)),
    goals: [
      goal(LIST, 'warm', 1),
      goal(LIST, 'random', 1.5),
      goal(ALLOWANCE, 'warm', 2),
      goal(ALLOWANCE, 'random', 2),
    ],
    problem,
  };
}

/** Both return the same transfers and the same allowance. */
async function contentProblem(servers, cookie) {
  const answers = await Promise.all(
    servers.map(async ({ url }) => {
      const get = async (path) => (await fetch(url + path, { headers: { cookie } })).json();
      const { items } = await get(LIST);
      const { used, frees } = await get(ALLOWANCE);
      return JSON.stringify([items.map(({ id, amount }) => [id, amount]), used, frees.length]);
    }),
  );
  return new Set(answers).size === 1 ? null : 'product and peer do not answer alike';
}
