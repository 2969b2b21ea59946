// Row 13: what the browser loads, and how soon a slow phone shows something.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, request } from '@playwright/test';
import { CHROMIUM } from '../chromium.mjs';
import { boundGoal, figure, interleave, pick, sumOf, unmeasuredGoal } from './figures.mjs';
import { afterRow, ROOT } from './machine.mjs';
import { startProduct } from './servers.mjs';

const WEB = join(ROOT, 'dist/web');
const KB = 1_000;
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const PHONE = { width: 360, height: 740 };
const SLOW_PROCESSOR = { rate: 4 };
const SETTLE_MS = 1_500;
const ENTRY_LIMIT_KB = 150;
/** The interaction with each screen after it is shown, and its goals; requests and bytes are those of a first visit. */
const SCREENS = {
  '/': { field: '.calculator input', limits: { lcp: 1_200, cls: 0.02, inp: 200 } },
  '/dashboard': {
    field: 'form input[inputmode=decimal]',
    limits: { requests: 30, kb: 260, lcp: 2_200, cls: 0.02, inp: 200 },
  },
};
/** What is measured of a visit, its field and its unit. */
const MEASURES = [
  ['requests of', 'requests', ''],
  ['transferred by', 'kb', 'KB'],
  ['LCP of', 'lcp', 'ms'],
  ['CLS of', 'cls', ''],
  ['INP of', 'inp', 'ms'],
];

export async function webRow({ scratch, rounds }) {
  const screens = existsSync(CHROMIUM) ? await measureScreens(scratch, rounds) : null;
  const entry = (page, document) =>
    boundGoal(`scripts of ${page}, with preloads`, ENTRY_LIMIT_KB, [scriptsOf(document) / KB], 'KB');
  return {
    workload: 'brotli bytes; screens at 4 × CPU, 1.6 Mbps, 150 ms, nothing cached',
    figures: [
      ...(screens?.figures ?? []),
      figure('scripts of the dashboard and what it preloads', [scriptsOf('dashboard.html') / KB], 'KB'),
      ...Object.entries(bytesOfParts())
        .sort(([, left], [, right]) => right - left)
        .map(([part, bytes]) => figure(`code and styles of ${part}`, [bytes / KB], 'KB')),
    ],
    goals: [
      entry('any page', 'index.html'),
      entry('the landing page', 'landing/en.test.debit.card-3pct-plus-30c.html'),
      ...(screens?.goals ?? [unmeasuredGoal('LCP, CLS and INP', `no Chromium at ${CHROMIUM}`)]),
    ],
    problem: screens?.problem ?? null,
  };
}

/** Bytes of a file as it is served. */
function sizeOf(path) {
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

/** Bytes of the scripts that a document loads before anything else. */
function scriptsOf(document) {
  const html = readFileSync(join(WEB, document), 'utf8');
  const paths = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, path]) => join(WEB, path));
  return sumOf(paths.map(sizeOf));
}

/** Bytes by the part of the client in the name of a file: "start" of assets/start-C_guPeLv.js. */
function bytesOfParts() {
  const parts = {};
  for (const file of readdirSync(join(WEB, 'assets')).filter((name) => /\.(?:js|css)$/.test(name))) {
    const part = /([\w.-]+?)(?:-[\w-]{8})?\.(?:js|css)$/.exec(file)?.[1] ?? file;
    parts[part] = (parts[part] ?? 0) + sizeOf(join(WEB, 'assets', file));
  }
  return parts;
}

async function measureScreens(scratch, rounds) {
  const { url } = await startProduct(join(scratch, 'web'));
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--disable-gpu'] });
  afterRow(() => browser.close());
  const states = { '/': undefined, '/dashboard': await signedIn(url) };
  const contenders = Object.entries(SCREENS).map(([path, { field }]) => [
    path,
    () => show(browser, url + path, { field, storageState: states[path] }),
  ]);
  const { problem, ...measured } = await interleave(rounds, Object.fromEntries(contenders));
  const all = Object.entries(measured).flatMap(([path, visits]) =>
    MEASURES.map(([what, field, unit]) => {
      const [name, atMost, values] = [`${what} ${path}`, SCREENS[path].limits[field], pick(visits, field)];
      return atMost === undefined ? figure(name, values, unit) : boundGoal(name, atMost, values, unit);
    }),
  );
  const isGoal = ({ isMet }) => isMet !== undefined;
  return { figures: all.filter((one) => !isGoal(one)), goals: all.filter(isGoal), problem };
}

/** The session of a new sender. */
async function signedIn(baseURL) {
  const client = await request.newContext({ baseURL, extraHTTPHeaders: { 'x-flip-request': '1' } });
  const credentials = { email: 'ana@people.example', password: 'amber-kettle-river-58' };
  const person = { firstName: 'Ana', lastName: 'Torres', acceptTerms: true, ...credentials };
  await client.post('/api/auth/sign-up', { data: person });
  await client.post('/api/auth/sign-in', { data: credentials });
  const state = await client.storageState();
  await client.dispose();
  return state;
}

/** A first visit: waits for the field, types into it and reads what the browser observed. */
async function show(browser, url, { field, storageState }) {
  const context = await browser.newContext({ viewport: PHONE, storageState });
  try {
    const page = await context.newPage();
    await page.addInitScript(observe);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const loaded = countLoads(session);
    await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', SLOW_PROCESSOR);
    await page.goto(url);
    await page.locator(field).first().waitFor();
    await pause(SETTLE_MS);
    const { requests, bytes } = loaded();
    // The largest paint ends with the first input.
    await page.locator(field).first().click();
    await page.keyboard.type('345', { delay: 100 });
    await pause(SETTLE_MS);
    const observed = await page.evaluate(() => globalThis.observed);
    const isWhole = observed.lcp > 0 && observed.inp > 0 && requests > 0;
    return { ...observed, requests, kb: bytes / KB, failures: isWhole ? 0 : 1 };
  } finally {
    await context.close();
  }
}

/** Counts requests, and bytes as they are sent with their headers; the stream of live messages is still under way. */
function countLoads(session) {
  const open = new Set();
  const seen = { requests: 0, bytes: 0 };
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('http')) return;
    open.add(requestId);
    seen.requests += 1;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (open.has(requestId)) seen.bytes += encodedDataLength;
  });
  return () => ({ ...seen });
}

/** Runs in the page. */
function observe() {
  const observed = { lcp: 0, cls: 0, inp: 0 };
  globalThis.observed = observed;
  const on = (type, see, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({
      type,
      buffered: true,
      ...options,
    });
  on('largest-contentful-paint', ({ startTime }) => (observed.lcp = startTime));
  on('layout-shift', ({ value, hadRecentInput }) => (observed.cls += hadRecentInput ? 0 : value));
  const event = ({ interactionId, duration }) => {
    if (interactionId) observed.inp = Math.max(observed.inp, duration);
  };
  on('event', event, { durationThreshold: 16 });
}
