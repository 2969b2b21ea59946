// Rows 5 and 10, on the folder that catch-up left: signed-in reads, and how fast a server starts.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { figure, randomFrom, ratioGoal, SEED } from './figures.mjs';
import { idOf, openFolder, sendersOf, signIn } from './senders.mjs';
import { CONNECTIONS, dealt, load, PROGRAMS, startServer } from './servers.mjs';

const ROUTES = ['/api/transfers?limit=20', '/api/allowance'];

async function cookiesOf(folder, uids) {
  const stores = await openFolder(folder);
  const cookies = await signIn(stores, uids);
  await stores.close();
  return cookies;
}

/** Reads by senders in turn, against bare Fastify with a constant of the same size. */
export async function dashboardRow(scratch, folder, { rounds, gets, senders, events }) {
  const cookies = await cookiesOf(folder, sendersOf(senders));
  const product = await startServer(PROGRAMS.product, folder);
  const constants = {};
  for (const route of ROUTES) {
    const answer = await fetch(product.url + route, { headers: { cookie: cookies[0] } });
    constants[new URL(route, product.url).pathname] = await answer.text();
  }
  const bareFolder = join(scratch, 'bare');
  mkdirSync(bareFolder);
  const env = { CONSTANTS: JSON.stringify(constants) };
  const bare = await startServer(PROGRAMS.constant, bareFolder, { env });
  const random = randomFrom(SEED);
  const reads = (route) =>
    dealt(gets, () => ({
      method: 'GET',
      path: route,
      headers: { cookie: cookies[Math.floor(random() * senders)] },
    }));
  const measured = [];
  try {
    for (let round = -1; round < rounds; round += 1) {
      const results = {};
      for (const route of ROUTES) {
        const lists = reads(route);
        results[route] = { bare: await load(bare.url, lists), ours: await load(product.url, lists) };
      }
      // The first round warms up.
      if (round >= 0) measured.push(results);
    }
  } finally {
    await Promise.all([product.stop(), bare.stop()]);
  }
  const failures = measured.flatMap((round) =>
    ROUTES.flatMap((route) => [round[route].bare.failures, round[route].ours.failures]),
  );
  const failed = failures.reduce((sum, count) => sum + count, 0);
  return {
    number: 5,
    name: 'dashboard-http',
    workload: `signed-in GETs, ${CONNECTIONS} connections, ${senders} senders, ${events} stored rows`,
    figures: ROUTES.flatMap((route) =>
      figuresOf(
        route,
        measured.map((round) => round[route]),
      ),
    ),
    goals: ROUTES.map((route) =>
      ratioGoal(
        `${route} of bare Fastify with a constant`,
        { atLeast: 0.5 },
        measured.map((round) => [round[route].ours.perSecond, round[route].bare.perSecond]),
      ),
    ),
    problem: failed > 0 ? `${failed} requests were not answered with 200` : null,
  };
}

function figuresOf(route, measured) {
  return [
    figure(
      `GET ${route}`,
      measured.map(({ ours }) => ours.perSecond),
    ),
    figure(
      'p99',
      measured.map(({ ours }) => ours.p99),
      'ms',
    ),
    figure(
      'bare Fastify',
      measured.map(({ bare }) => bare.perSecond),
    ),
  ];
}

/** From starting the process to the first 200 of a signed-in read, on a folder with no transfers and on the full one. */
export async function coldStartRow(scratch, folder, { rounds, events }) {
  const empty = join(scratch, 'empty');
  mkdirSync(empty);
  // The demo people of a first start are made before anything is measured.
  await (await startServer(PROGRAMS.product, empty)).stop();
  const newcomer = [idOf('sender 0')];
  const folders = { empty, full: folder };
  const measured = { empty: [], full: [] };
  const cookies = { empty: await cookiesOf(empty, newcomer), full: await cookiesOf(folder, newcomer) };
  for (let round = -1; round < rounds; round += 1) {
    for (const name of ['empty', 'full']) {
      const first = { path: ROUTES[0], headers: { cookie: cookies[name][0] } };
      const server = await startServer(PROGRAMS.product, folders[name], first);
      await server.stop();
      if (round >= 0) measured[name].push(server.startedInMs);
    }
  }
  return {
    number: 10,
    name: 'cold-start',
    workload: `process start to the first 200 of a signed-in GET /api/transfers, empty and at ${events} events`,
    figures: [figure('empty', measured.empty, 'ms'), figure('full', measured.full, 'ms')],
    goals: [
      ratioGoal(
        'full ÷ empty',
        { atMost: 1.25 },
        measured.full.map((full, round) => [full, measured.empty[round]]),
      ),
    ],
    problem: null,
  };
}
