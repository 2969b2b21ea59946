// Row 13: what the browser loads, and how soon a slow phone shows something.
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { boundGoal, figure, interleave, pick, unmeasuredGoal } from './figures.mjs';
import { ROOT } from './machine.mjs';
import { startServer } from './servers.mjs';

const WEB = join(ROOT, 'dist/web');
const KB = 1_000;
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const SWITCHES = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SLOW_PROCESSOR = { rate: 4 };
const SETTLE_MS = 1_500;
const LIMITS = { entryKb: 150, cls: 0.02, inpMs: 200 };
/** The interaction with each screen after it is shown, and the goal for its largest contentful paint. */
const SCREENS = {
  '/': { lcpMs: 1_200, field: '.calculator input' },
  '/dashboard': { lcpMs: 2_200, field: 'form input[inputmode=decimal]' },
};

export async function webRow({ scratch, rounds }) {
  const { entry, routes } = brotliBytes();
  const screens = existsSync(CHROMIUM) ? await measureScreens(scratch, rounds) : null;
  return {
    number: 13,
    name: 'web',
    workload: 'brotli bytes; screens at 4 × CPU, 1.6 Mbps, 150 ms, nothing cached',
    figures: Object.entries(routes)
      .sort(([, left], [, right]) => right - left)
      .map(([route, bytes]) => figure(`${route}, in addition to the entry`, [bytes / KB], 'KB')),
    goals: [
      boundGoal('entry', LIMITS.entryKb, [entry / KB], 'KB'),
      ...(screens?.goals ?? [unmeasuredGoal('LCP, CLS and INP', `no Chromium at ${CHROMIUM}`)]),
    ],
    problem: screens?.problem ?? null,
  };
}

/** The files named in index.html, and those that each lazy screen adds, from the build's preload lists. */
function brotliBytes() {
  const sizeIn = (path) => {
    const file = join(WEB, path);
    // The server compresses pages itself.
    if (path.endsWith('.html')) return brotliCompressSync(readFileSync(file)).length;
    return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
  };
  const html = readFileSync(join(WEB, 'index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, path]) => path);
  const main = named.find((path) => /index-.*\.js$/.test(path));
  const code = readFileSync(join(WEB, main), 'utf8');
  const files = JSON.parse(/m\.f=(\[[^\]]*\])/.exec(code)?.[1] ?? '[]');
  const routes = {};
  const imports = /import\([`"']\.\/([\w.-]+?)-[\w-]{8}\.js[`"']\).{0,80}?__vite__mapDeps\(\[([\d,]*)\]\)/g;
  for (const [, name, places] of code.matchAll(imports)) {
    const loaded = new Set(
      places
        .split(',')
        .filter(Boolean)
        .map((place) => files[Number(place)]),
    );
    routes[name] = [...loaded]
      .filter((path) => !named.includes(path))
      .reduce((sum, path) => sum + sizeIn(path), 0);
  }
  return { entry: ['index.html', ...named].reduce((sum, path) => sum + sizeIn(path), 0), routes };
}

async function measureScreens(scratch, rounds) {
  const folder = join(scratch, 'web');
  mkdirSync(folder);
  const server = await (await startServer(folder)).caughtUp();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: SWITCHES });
  let measured;
  try {
    const cookies = await signedIn(server.url);
    const contenders = Object.entries(SCREENS).map(([path, { field }]) => [
      path,
      () => show(browser, server.url + path, { field, cookies: path === '/' ? [] : cookies }),
    ]);
    measured = await interleave(rounds, Object.fromEntries(contenders));
  } finally {
    await browser.close();
    await server.stop();
  }
  const goals = Object.entries(SCREENS).flatMap(([path, { lcpMs }]) => [
    boundGoal(`LCP of ${path}`, lcpMs, pick(measured[path], 'lcp'), 'ms'),
    boundGoal(`CLS of ${path}`, LIMITS.cls, pick(measured[path], 'cls')),
    boundGoal(`INP of ${path}`, LIMITS.inpMs, pick(measured[path], 'inp'), 'ms'),
  ]);
  return { goals, problem: measured.problem };
}

/** The cookies of a new sender. */
async function signedIn(url) {
  const headers = { 'content-type': 'application/json', 'x-flip-request': '1' };
  const call = (path, body) => fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const credentials = { email: 'ana@people.example', password: 'amber-kettle-river-58' };
  await call('/api/auth/sign-up', {
    firstName: 'Ana',
    lastName: 'Torres',
    acceptTerms: true,
    ...credentials,
  });
  const answer = await call('/api/auth/sign-in', credentials);
  return answer.headers.getSetCookie().map((text) => {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(text);
    return { name, value, url };
  });
}

/** A first visit: waits for the field, types into it and reads what the browser observed. */
async function show(browser, url, { field, cookies }) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  try {
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.addInitScript(observe);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', SLOW_PROCESSOR);
    await page.goto(url);
    await page.locator(field).first().waitFor();
    await pause(SETTLE_MS);
    // The largest paint ends with the first input.
    await page.locator(field).first().click();
    await page.keyboard.type('345', { delay: 100 });
    await pause(SETTLE_MS);
    const observed = await page.evaluate(() => globalThis.observed);
    return { ...observed, failures: observed.lcp > 0 && observed.inp > 0 ? 0 : 1 };
  } finally {
    await context.close();
  }
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
