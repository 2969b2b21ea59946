// Row 16: transfers paid by card while the providers are slow, or hang.
import { setTimeout as pause } from 'node:timers/promises';
import { drive, figure, interleave, pick, quantile, ratioGoal } from './figures.mjs';
import { request, startPaid } from './paid-senders.mjs';
import { ask, post } from './requests.mjs';

/** Of every call, until it is handled. */
const LATENCY_MS = 500;
const IN_FLIGHT = 64;
const OBSERVED = 20;
/** Between two sends that are observed. */
const EVERY_MS = 250;
const LOOK_EVERY_MS = 25;
const LATE = { stripe: LATENCY_MS, paypal: LATENCY_MS };
const HANG = { hang: ['paypal.create'] };

/** Each round has new senders, and all of them have a saved card. */
export async function slowProvidersRow(context) {
  const { slowSends } = context.sizes;
  const groups = { instant: slowSends, slow: slowSends, healthy: OBSERVED, hanging: OBSERVED + 1 };
  const site = await startPaid(context, 'slow-providers', groups);
  const measured = await interleave(context.rounds, {
    instant: async (round) => deliverAll(site, await site.instant(round), {}),
    slow: async (round) => deliverAll(site, await site.slow(round), LATE),
    healthy: async (round) => chargeOthers(site, await site.healthy(round), null),
    hanging: async (round) => {
      const [hung, ...others] = await site.hanging(round);
      return chargeOthers(site, others, hung);
    },
  });
  return rowOf(measured, slowSends);
}

function order({ url }, latency) {
  return ask(url, post('/control/latency', latency), 200);
}

/** Every sender sends once; counts until the last transfer is delivered. */
async function deliverAll({ server, log, providers }, senders, latency) {
  await order(providers, latency);
  const ids = [];
  const began = performance.now();
  await drive(IN_FLIGHT, senders.length, async (place) => {
    ids.push(await request(server, senders[place]));
  });
  await log.allHave('TransferDelivered', ids);
  const seconds = (performance.now() - began) / 1_000;
  await order(providers, {});
  return { perSecond: ids.length / seconds, failures: ids.length - new Set(ids).size };
}

/** One after the other; from the 201 to the charge, while the payout of `hung` hangs if there is one. */
async function chargeOthers({ server, log, providers }, senders, hung) {
  const hanging = hung === null ? [] : [await hangingPayout({ server, providers }, hung)];
  const acceptedAtMs = new Map();
  for (const sender of senders) {
    acceptedAtMs.set(await request(server, sender), Date.now());
    await pause(EVERY_MS);
  }
  const ids = [...acceptedAtMs.keys()];
  await log.allHave('PaymentCaptured', ids);
  await order(providers, {});
  const times = ids.map((id) => Math.max(0, log.atMs(id, 'PaymentCaptured') - acceptedAtMs.get(id)));
  await log.allHave('TransferDelivered', [...hanging, ...ids]);
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
  const { calls } = await ask(url, { path: '/control/calls' });
  return calls['paypal.create'] ?? 0;
}

function rowOf({ instant, slow, healthy, hanging, problem }, sends) {
  const charged = (name, results) =>
    ['p50', 'p99'].map((field) => figure(`201 to charged, ${name}, ${field}`, pick(results, field), 'ms'));
  return {
    workload: `${sends} sends with a saved card, ${IN_FLIGHT} in flight, to delivered, while each call of Stripe and PayPal takes ${LATENCY_MS} ms, and while none does (no limit of calls a second); ${OBSERVED} sends, one every ${EVERY_MS} ms, while one payout hangs`,
    figures: [
      figure('completed transfers, slow providers', pick(slow, 'perSecond')),
      figure('completed transfers, instant providers', pick(instant, 'perSecond')),
      ...charged('one hanging payout', hanging),
      ...charged('none hanging', healthy),
    ],
    goals: [
      ratioGoal(
        'of the rate with instant providers',
        { atLeast: 0.8 },
        { of: slow, to: instant, field: 'perSecond' },
      ),
      ratioGoal('× none hanging, p99 to charged', { atMost: 2 }, { of: hanging, to: healthy, field: 'p99' }),
    ],
    problem,
  };
}
