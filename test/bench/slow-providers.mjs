// Row 16: transfers paid by card while the providers are slow, or hang.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { drive, figure, interleave, pick, quantile, ratioGoal } from './figures.mjs';
import { envOf, newcomers, request, startProviders } from './paid.mjs';
import { confirmSenders, cookiesOf, sendersOf } from './senders.mjs';
import { startServer } from './servers.mjs';
import { TransferLog } from './transfer-log.mjs';

/** Of every call, until it is handled. */
const LATENCY_MS = 500;
const SENDS = 60;
const OBSERVED = 20;
/** Between two sends that are observed. */
const EVERY_MS = 250;
const CHARGED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 25;
const HANG = { hang: ['paypal.create'] };

/** Each round has new senders, and all of them have a saved card. */
export async function slowProvidersRow({ scratch, rounds }) {
  const folder = join(scratch, 'slow');
  mkdirSync(folder);
  const providers = await startProviders(scratch, 'slow-providers');
  const groups = { alone: 1, slow: SENDS, healthy: OBSERVED, hanging: OBSERVED + 1 };
  const cookies = {};
  for (const [group, count] of Object.entries(groups)) {
    const senders = sendersOf(count * (rounds + 1), group);
    cookies[group] = await cookiesOf(folder, senders);
    await confirmSenders(folder, senders);
  }
  const server = await (await startServer(folder, { env: envOf(providers) })).caughtUp();
  providers.child.send({ apiUrl: server.url });
  const log = await TransferLog.open(folder);
  const site = { server, log, providers };
  let cards = 0;
  let measured;
  try {
    const of = async (group) => {
      const senders = await newcomers(server, cookies[group], cards);
      cards += senders.length;
      return (round) => senders.slice(round * groups[group], (round + 1) * groups[group]);
    };
    const [alone, slow, healthy, hanging] = [
      await of('alone'),
      await of('slow'),
      await of('healthy'),
      await of('hanging'),
    ];
    const late = { stripe: LATENCY_MS, paypal: LATENCY_MS };
    measured = await interleave(rounds, {
      alone: (round) => deliverAll(site, alone(round), late),
      slow: (round) => deliverAll(site, slow(round), late),
      healthy: (round) => chargeOthers(site, healthy(round), null),
      hanging: (round) => chargeOthers(site, hanging(round).slice(1), hanging(round)[0]),
    });
  } finally {
    await log.close();
    await server.stop();
    await providers.stop();
  }
  return rowOf(measured);
}

async function order({ url }, latency) {
  const { status } = await fetch(`${url}/control/latency`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(latency),
  });
  if (status !== 200) throw new Error(`POST /control/latency: ${status}`);
}

/** All send at once; counts until the last one is delivered. */
async function deliverAll({ server, log, providers }, senders, latency) {
  await order(providers, latency);
  const ids = [];
  const began = performance.now();
  await drive(senders.length, senders.length, async (place) => {
    ids.push(await request(server, senders[place]));
  });
  await log.allEnded(ids, 'TransferDelivered');
  const seconds = (performance.now() - began) / 1_000;
  await order(providers, {});
  return { seconds, failures: ids.length - new Set(ids).size };
}

/** One after the other; from the 201 to the charge, while the payout of `hung` hangs if there is one. */
async function chargeOthers({ server, log, providers }, senders, hung) {
  const first = hung && (await hangingPayout({ server, log, providers }, hung));
  const acceptedAtMs = new Map();
  for (const sender of senders) {
    acceptedAtMs.set(await request(server, sender), Date.now());
    await pause(EVERY_MS);
  }
  await charged(log, [...acceptedAtMs.keys()]);
  await order(providers, {});
  const times = [...acceptedAtMs].map(([id, at]) => Math.max(0, log.chargedAtMs.get(id) - at));
  const ids = first === null ? [...acceptedAtMs.keys()] : [first, ...acceptedAtMs.keys()];
  await log.allEnded(ids, 'TransferDelivered');
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

async function hangingPayout({ server, providers }, sender) {
  const before = await payoutsAsked(providers);
  await order(providers, HANG);
  const id = await request(server, sender);
  while ((await payoutsAsked(providers)) === before) await pause(LOOK_EVERY_MS);
  // This call hangs on; those of the others are answered.
  await order(providers, {});
  return id;
}

async function payoutsAsked({ url }) {
  const { calls } = await (await fetch(`${url}/control/calls`)).json();
  return calls['paypal.create'] ?? 0;
}

async function charged(log, ids) {
  const deadline = performance.now() + CHARGED_WITHIN_MS;
  while (!ids.every((id) => log.chargedAtMs.has(id))) {
    if (performance.now() > deadline) throw new Error('Transfers are not charged');
    await pause(LOOK_EVERY_MS);
    await log.readOn();
  }
}

function rowOf({ alone, slow, healthy, hanging, problem }) {
  return {
    number: 16,
    name: 'slow-providers',
    workload: `${SENDS} sends at once with a saved card while each call of Stripe and PayPal takes ${LATENCY_MS} ms; ${OBSERVED} sends, one every ${EVERY_MS} ms, while one payout hangs`,
    figures: [
      figure(`${SENDS} transfers, to delivered`, pick(slow, 'seconds'), 's'),
      figure('one transfer, to delivered', pick(alone, 'seconds'), 's'),
      figure('201 to charged, one hanging payout, p50', pick(hanging, 'p50'), 'ms'),
      figure('201 to charged, one hanging payout, p99', pick(hanging, 'p99'), 'ms'),
      figure('201 to charged, none hanging, p50', pick(healthy, 'p50'), 'ms'),
      figure('201 to charged, none hanging, p99', pick(healthy, 'p99'), 'ms'),
    ],
    goals: [
      ratioGoal(
        `× one transfer, ${SENDS} to delivered`,
        { atMost: 4 },
        { of: slow, to: alone, field: 'seconds' },
      ),
      ratioGoal('× none hanging, p99 to charged', { atMost: 2 }, { of: hanging, to: healthy, field: 'p99' }),
    ],
    problem,
  };
}
