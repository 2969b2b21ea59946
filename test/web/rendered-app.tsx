import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, render } from '@testing-library/react';
import i18n from 'i18next';
import { notifications } from '@mantine/notifications';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { mutate } from 'swr';
import type { Me, PublicConfig } from '@kernel/people/accounts';
import type { SavedCard } from '@kernel/money/cards';
import { PLATFORMS } from '@kernel/money/platforms';
import type { Allowance, FeeScheduleOverview, Transaction } from '@kernel/money/transfers';
import type { VerificationOverview } from '@kernel/people/verification';
import { App } from '../../web/src/app/app';
import { createAppRouter } from '../../web/src/app/router';
import { unknownParts } from './api-requests';
import { createPartRouter, createScreensRouter, type Part } from './screens-router';

/** A request as the server would see it. */
export interface SeenCall {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  /** Of the newest position that the page knows: its response must not be older. */
  readonly tokens: readonly string[];
  /** The text that is searched for, percent-encoded. */
  readonly search: string | null;
  readonly body: unknown;
}

type Handler = (call: SeenCall) => Response | Promise<Response>;

/** The server's responses by "METHOD /path" without the query; everything else responds 404. */
export type Responses = Readonly<Record<string, Handler>>;

export interface RenderedApp {
  readonly user: UserEvent;
  /** Every request to the API, oldest first. */
  readonly calls: SeenCall[];
  /** Changes the server's responses from now on. */
  readonly respond: (more: Responses) => void;
  readonly sent: (request: string) => readonly SeenCall[];
}

export const ana: Me = {
  uid: '7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10',
  email: 'ana@mail.example',
  emailConfirmed: true,
  firstName: 'Ana',
  displayName: 'Ana Torres',
  fullName: 'Ana Torres',
  roles: ['sender'],
  verification: 'unverified',
  locale: 'en',
  signInMethods: ['password'],
  hasSecondFactor: false,
};

export const config: PublicConfig = {
  testMode: true,
  providers: { google: false, apple: false },
  simulatedProviders: [],
  support: { email: 'help@flip.example', phone: '(336) 555-0142', hours: null },
  company: { name: null, license: null, regulator: null, complaintDays: null },
  acceptedFunding: ['debit'],
  arrival: {
    platforms: PLATFORMS.map((platform) => ({ platform, minutes: 20 })),
    timeZone: 'America/New_York',
    opening: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opensAt: 0, closesAt: 1_440 })),
    refundBusinessDays: 10,
  },
  landingForceEnglish: true,
  cardPayments: 'simulator',
  cardEntry: { kind: 'simulator', publishableKey: '', frameOrigin: 'https://cards.example' },
  outboxUrl: null,
  providersUrl: null,
  clockAheadMinutes: 0,
};

export const schedule: FeeScheduleOverview = {
  schedule: 'card-3pct-plus-30c',
  rows: [],
  minimum: '1.00',
  perTransferLimit: '1000.00',
  weeklyLimit: '250.00',
  verifiedWeeklyLimit: null,
  acceptedFunding: ['debit'],
  thirdParty: [],
};

export const allowance: Allowance = {
  tier: 'unverified',
  weeklyLimit: '250.00',
  used: '120.00',
  sent: '120.00',
  waiting: '0.00',
  freeing: '0.00',
  unpaid: [],
  remaining: '130.00',
  perTransferLimit: '1000.00',
  frees: [],
};

export const overview: VerificationOverview = {
  items: [],
  nextCursor: null,
  badge: 'unverified',
  next: 'start',
  attemptsLeft: 3,
  emailConfirmed: true,
  nameStep: 'edit',
};

/** A transfer of Ana's with the given changes. */
export function transferOf(changed: Partial<Transaction> = {}): Transaction {
  return {
    id: '2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03',
    uid: '7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10',
    recipient: 'Maya Okafor',
    platform: 'Cash App',
    handle: '$mayaokafor',
    amount: '120.00',
    fees: { totalFee: '6.90', total: '126.90', breakdown: { flipFee: '3.00', processingFee: '3.90' } },
    createdAt: '2026-11-20T12:00:00.000Z',
    status: 'processing',
    payment: null,
    card: null,
    steps: [],
    cancellable: 'no',
    released: false,
    ...changed,
  };
}

/** A saved debit card of Ana's, her default. */
export const visa: SavedCard = {
  id: '5a2b7c1e-8f04-5d3a-9c66-1e7b0d4f2a98',
  brand: 'visa',
  last4: '4242',
  expMonth: 8,
  expYear: 2028,
  funding: 'debit',
  isDefault: true,
  state: 'active',
};

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

export function noContent(): Response {
  return new Response(null, { status: 204 });
}

export function refusal(
  status: number,
  code: string,
  params: Readonly<Record<string, string | number>> = {},
): Response {
  return json({ type: 'about:blank', title: code, status, code, detail: code, params }, status);
}

/** A connection that breaks before the response. */
export function noResponse(): Promise<Response> {
  return Promise.reject(new TypeError('Failed to fetch'));
}

const SIGNED_IN: Responses = {
  'GET /me': () => json(ana),
  'GET /config': () => json(config),
  'GET /fees/schedule': () => json(schedule),
  'GET /allowance': () => json(allowance),
  'GET /transfers': () => json({ items: [], nextCursor: null }),
  'GET /cards': () => json({ items: [] }),
  'GET /shares': () => json({ items: [] }),
  'GET /me/close': () => json({ possible: true, blocking: [], keptUntil: '2033-11-20T12:00:00.000Z' }),
  'GET /recipients': () => json({ items: [], nextCursor: null }),
  'GET /verification': () => json(overview),
  'GET /me/email': () => json({ email: ana.email, waiting: null, undo: null }),
  'GET /second-factor': () => json({ enrolled: false, recoveryCodesLeft: null }),
  'GET /preferences': () =>
    json({
      uid: '7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10',
      emailOptIn: false,
      emailIdentity: true,
      emailReminders: true,
      displayName: null,
      locale: null,
      updatedAt: null,
    }),
};

/** What the page has sent that the API does not read. */
const unknown: string[] = [];
let router: ReturnType<typeof createAppRouter> | undefined;

/** Opens an address of the whole application as a signed-in sender, with a server that sends the given responses. */
export function renderApp(
  address: string,
  responses: Responses = {},
  prerendered: Node | null = null,
): RenderedApp {
  return rendered(address, responses, { createRouter: createAppRouter, prerendered });
}

/** As `renderApp`, only without the frame around the screen: for what a screen itself does. */
export function renderScreen(address: string, responses: Responses = {}): RenderedApp {
  return rendered(address, responses, { createRouter: createScreensRouter, prerendered: null });
}

/** As `renderScreen`, only one component of a screen: for what that component does. */
export function renderPart(part: Part, responses: Responses = {}): RenderedApp {
  const createRouter = () => createPartRouter(part);
  return rendered(`/part${part.query ?? ''}`, responses, { createRouter, prerendered: null });
}

interface Rendering {
  readonly createRouter: typeof createAppRouter;
  readonly prerendered: Node | null;
}

function rendered(
  address: string,
  responses: Responses,
  { createRouter, prerendered }: Rendering,
): RenderedApp {
  const calls: SeenCall[] = [];
  let known: Responses = { ...SIGNED_IN, ...responses };
  document.cookie = 'flip_hint=1';
  window.history.replaceState(null, '', address);
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://localhost');
    if (url.pathname.startsWith('/locales/')) return new Response(textsAt(url.pathname));
    const call = callOf(url, init);
    calls.push(call);
    if (url.pathname.startsWith('/api/')) unknown.push(...unknownParts(call, new Headers(init?.headers)));
    // A command is answered later than the press that sent it, like over a network; a refresh needs no press.
    if (call.method !== 'GET' && call.path !== '/auth/refresh')
      await new Promise((done) => setTimeout(done, 1));
    const handler = known[`${call.method} ${call.path.replace(/\?.*/, '')}`];
    return handler ? handler(call) : refusal(404, 'not_found');
  };
  router = createRouter();
  render(<App router={router} prerendered={prerendered} />);
  return {
    user: userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) }),
    calls,
    respond: (more) => {
      known = { ...known, ...more };
    },
    sent: (request) =>
      calls.filter(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}` === request),
  };
}

/** Leaves the page like a reload: the history entry and the storage stay, everything in memory is lost. */
export async function unload(): Promise<void> {
  cleanup();
  router?.dispose();
  notifications.clean();
  await mutate(() => true, undefined);
}

// No test waits for real seconds: looking for something on the screen moves the clock.
beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(async () => {
  await unload();
  localStorage.clear();
  sessionStorage.clear();
  jest.useRealTimers();
  expect(unknown.splice(0)).toEqual([]);
  const keys = [...missingTexts];
  missingTexts.clear();
  expect(keys).toEqual([]);
});

/** Keys of texts that a screen has named and no file contains: the screen shows the key. */
const missingTexts = new Set<string>();
i18n.on('initialized', () => {
  i18n.options.saveMissing = true;
  i18n.options.missingKeyHandler = (_languages, _file, key) => missingTexts.add(key);
});

function callOf(url: URL, init: RequestInit | undefined): SeenCall {
  const headers = new Headers(init?.headers);
  return {
    method: init?.method ?? 'GET',
    path: url.pathname.replace(/^\/api/, '') + url.search,
    key: headers.get('idempotency-key'),
    search: headers.get('x-flip-search'),
    tokens: headers.get('x-flip-position')?.split(',') ?? [],
    body: typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : null,
  };
}

function textsAt(path: string): string {
  const root = path.endsWith('/errors.json') ? 'api/src/i18n' : 'web/public/locales';
  return readFileSync(join(process.cwd(), root, path.replace('/locales/', '')), 'utf8');
}
