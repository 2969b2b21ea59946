// Row 15: transfers paid by card, from the request until they are delivered.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { drive, figure, interleave, pick, quantile, ratioGoal } from './figures.mjs';
import { diskFloor } from './machine.mjs';
import { request, startPaid } from './paid-senders.mjs';
import { ask } from './requests.mjs';

const IN_FLIGHT = 4;

/** Each round has new senders: some send without a card, some with a saved one, some are observed one after the other. */
export async function paidRow(site) {
  const { paidSends, followedSends } = site.sizes;
  const groups = { unpaid: paidSends, paid: paidSends, followed: followedSends };
  const paidSite = await startPaid(site, 'paid', groups);
  const measured = await interleave(site.rounds, {
    floor: () => diskFloor(site.scratch),
    unpaid: async (round) => sendAll(paidSite, await paidSite.unpaid(round)),
    paid: async (round) => sendAll(paidSite, await paidSite.paid(round)),
    followed: async (round) => followAll(paidSite, await paidSite.followed(round)),
  });
  return rowOf(measured, paidSends);
}

/** Every sender sends once. The CPU time counts until the transfers are delivered and the server is quiet. */
async function sendAll({ server, log }, senders) {
  const before = await server.quiet();
  const ids = [];
  const began = performance.now();
  const { perSecond, p50, p99 } = await drive(IN_FLIGHT, senders.length, async (place) => {
    ids.push(await request(server, senders[place]));
  });
  if (senders[0].changes.cardId) await log.allHave('TransferDelivered', ids);
  const seconds = (performance.now() - began) / 1_000;
  const { cpuMs } = await server.quiet();
  await log.readOn();
  const lives = ids.map((id) => log.lives.get(id).length);
  return {
    perSecond,
    p50,
    p99,
    cpuMs: (cpuMs - before.cpuMs) / ids.length,
    completedPerSecond: ids.length / seconds,
    events: Math.max(...lives),
    failures: ids.length - new Set(ids).size,
  };
}

/** One transfer after the other, each observed like its page: a live message, then a read that sees the change. */
async function followAll({ server, log }, senders) {
  const times = [];
  const messages = [];
  for (const { cookie, changes } of senders) {
    const closing = new AbortController();
    const { arrived, next } = await liveMessages(server.url, cookie, closing.signal);
    const began = performance.now();
    const id = await request(server, { cookie, changes });
    for (let place = 1; ; place += 1) {
      const headers = { cookie, 'x-flip-position': (await next(place)).token };
      const { status } = await ask(server.url, { path: `/api/transfers/${id}`, headers });
      if (status === 'delivered') break;
    }
    times.push(performance.now() - began);
    closing.abort();
    messages.push(...arrived.slice(1));
  }
  await log.readOn();
  const delays = messages.map(({ token, arrivedAtMs }) => arrivedAtMs - log.decidedAtMs(token));
  return {
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    delayP50: quantile(delays, 0.5),
    delayP95: quantile(delays, 0.95),
    messages: messages.length / senders.length,
  };
}

/** The live messages of a sender with the times of their arrival; the first of them says that the stream has started. */
async function liveMessages(url, cookie, signal) {
  const { body } = await fetch(`${url}/api/events`, { headers: { cookie }, signal });
  const arrived = [];
  let token = '';
  const lines = createInterface({ input: Readable.fromWeb(body) });
  // Aborting it is an error to its reader.
  lines.on('error', () => undefined);
  lines.on('line', (line) => {
    if (line.startsWith('id: ')) token = line.slice(4);
    if (line.startsWith('data: ')) arrived.push({ token, arrivedAtMs: Date.now() });
  });
  const next = async (place) => {
    while (arrived.length <= place) await once(lines, 'line');
    return arrived[place];
  };
  await next(0);
  return { arrived, next };
}

function rowOf({ floor, unpaid, paid, followed, problem }, count) {
  const ms = (name, results, field) => figure(name, pick(results, field), 'ms');
  const toAccepted = (name, results) => [
    figure(`${name}, to 201`, pick(results, 'perSecond')),
    ...['p50', 'p99'].map((field) => ms(`${name}, to 201, ${field}`, results, field)),
  ];
  return {
    workload: `POST /api/transfers with a saved card to 201 and on to delivered through PayPal without its delay, ${count} a round, ${IN_FLIGHT} in flight; then one by one`,
    figures: [
      ...toAccepted('with a card', paid),
      ...toAccepted('without a card', unpaid),
      ms('completed transfer, CPU', paid, 'cpuMs'),
      ms('transfer without a card, CPU', unpaid, 'cpuMs'),
      figure('completed transfers', pick(paid, 'completedPerSecond')),
      figure('events of a completed transfer', pick(paid, 'events'), ''),
      figure('events of a transfer without a card', pick(unpaid, 'events'), ''),
      ms('Pay to Delivered, one by one, p50', followed, 'p50'),
      ms('Pay to Delivered, one by one, p95', followed, 'p95'),
      figure('live messages of a transfer', pick(followed, 'messages'), ''),
      ms('event to live message, p50', followed, 'delayP50'),
      ms('event to live message, p95', followed, 'delayP95'),
      figure('write + fdatasync', pick(floor, 'perSecond')),
    ],
    goals: [ratioGoal('× without a card, p50 to 201', { atMost: 2 }, { of: paid, to: unpaid, field: 'p50' })],
    problem,
  };
}
