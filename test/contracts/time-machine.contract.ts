import type { Me } from '../../api/src/kernel/people/accounts.js';
import type { SavedCards } from '../../api/src/kernel/money/cards.js';
import { maskHandle, maskText } from '../../api/src/kernel/text/masks.js';
import { centsOf, formatAmount } from '../../api/src/kernel/money/money.js';
import type { Recipients } from '../../api/src/kernel/people/recipients.js';
import type { SenderAt, PastSender } from '../../api/src/kernel/staff/sender-at.js';
import {
  countsAsSent,
  type Allowance,
  type Transaction,
  type TransactionPage,
  type TransfersTotal,
} from '../../api/src/kernel/money/transfers.js';
import { enteredCard, servedBy, type Browser } from '../support/browser.js';
import type { FlipServer } from '../support/flip-server.js';
import { counts } from '../support/scale.js';
import { Seeded } from '../support/seeded.js';
import { waitFor } from '../support/wait-for.js';

const ANALYST = { email: 'analyst@demo.example', password: 'quiet-harbor-violin-74' };
const AT_ONCE = 3;
const SEED = 20_261_124;

/** What the product answered while nothing changed, and where that was. */
interface Kept {
  readonly position: string;
  readonly instant: string;
  readonly me: Me;
  readonly allowance: Allowance;
  readonly transfers: readonly Transaction[];
  /** The same, one by one. */
  readonly each: readonly Transaction[];
  readonly total: TransfersTotal;
  readonly cards: SavedCards['items'];
  readonly recipients: Recipients['items'];
}

/** What the time machine shows of a random workload, on the server that `start` starts. */
export function timeMachineContract(start: () => Promise<FlipServer>): void {
  let server: FlipServer;
  let sender: Browser;
  let staff: Browser;
  let uid: string;

  beforeAll(async () => {
    server = await start();
    sender = server.browser();
    await sender.signUp({ firstName: 'Carla', lastName: 'Núñez' });
    await sender.confirmAddress();
    ({ uid } = (await sender.get<Me>('/api/me')).body);
    staff = server.browser();
    await staff.signIn(ANALYST);
  });
  afterAll(() => server.dispose());

  const at = async (query: string): Promise<SenderAt> => {
    const path = `/api/compliance/senders/${uid}/at?reason=audit:truth&${query}`;
    const { status, body, text } = await servedBy(() => staff.get<SenderAt>(path));
    if (status !== 200) throw new Error(`${path} got ${status}: ${text}`);
    return body;
  };

  it('shows what the product showed at every quiet moment of a random workload', async () => {
    const random = new Seeded(SEED);
    const kept: Kept[] = [await quietly(sender, () => at('basis=recorded'), server)];
    for (let round = 0; round < counts.keptMoments; round += 1) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => act(random, sender, server.simulatorUrl)));
      if (round === 1) await verify(sender);
      kept.push(await quietly(sender, () => at('basis=recorded'), server));
    }
    // Otherwise nothing was tested.
    expect(new Set(kept.map((moment) => JSON.stringify(moment.transfers))).size).toBeGreaterThan(2);
    expect(kept.at(-1)?.allowance.tier).toBe('verified');
    for (const { each, transfers } of kept) expect(each).toEqual(transfers);
    for (const moment of kept)
      for (const point of [`position=${moment.position}`, `instant=${moment.instant}`])
        expect([point, comparable((await at(point)).shown)]).toEqual([point, expectedOf(moment)]);
  });
}

/** Everything that the sender can read, read while neither the log nor a view changes. */
async function quietly(sender: Browser, now: () => Promise<SenderAt>, server: FlipServer): Promise<Kept> {
  return waitFor('a quiet moment', async () => {
    const { position } = await now();
    if (position === null || !(await haveAll(server, position))) return null;
    const answers = await answersTo(sender);
    const after = await now();
    return after.position === position ? { position, instant: after.instant, ...answers } : null;
  });
}

/** Whether every view has what was recorded up to a position. */
async function haveAll(server: FlipServer, position: string): Promise<boolean> {
  const { body } = await server
    .browser()
    .get<{ consumers: readonly { readonly through: string }[] }>('/health/ready');
  return body.consumers.every(({ through }) => through >= position);
}

async function answersTo(sender: Browser): Promise<Omit<Kept, 'position' | 'instant'>> {
  const get = async <Body>(path: string) => (await servedBy(() => sender.get<Body>(`/api/${path}`))).body;
  const { items: transfers } = await get<TransactionPage>('transfers?limit=200');
  return {
    each: await Promise.all(transfers.map(({ id }) => get<Transaction>(`transfers/${id}`))),
    me: await get<Me>('me'),
    allowance: await get<Allowance>('allowance'),
    transfers,
    total: await get<TransfersTotal>('transfers/total'),
    cards: (await get<SavedCards>('cards')).items,
    recipients: (await get<Recipients>('recipients')).items,
  };
}

/** The same fields as the answers, of what the time machine shows. */
function comparable(shown: PastSender | null) {
  if (!shown) return null;
  const { profile, allowance, transfers, cards, recipients } = shown;
  const {
    createdAt: _,
    account: _a,
    legalHold: _l,
    sending: _s,
    verificationStatus: _v,
    verificationSince: _b,
    ...me
  } = profile;
  return {
    me,
    allowance,
    cards,
    recipients,
    total: totalOf(transfers),
    transfers: transfers.map(({ payout: _p, dispute: _d, isHeld: _h, ...transfer }) => transfer),
  };
}

/** The answers, masked as staff see them. */
function expectedOf({ me, allowance, transfers, total, cards, recipients }: Kept) {
  return {
    me: {
      ...me,
      email: maskHandle(me.email),
      firstName: maskText(me.firstName),
      fullName: maskText(me.fullName),
      displayName: maskText(me.displayName),
    },
    allowance,
    total: { sent: total.sent, fees: total.fees, count: total.count },
    cards,
    recipients: recipients.map((saved) => ({
      ...saved,
      name: maskText(saved.name),
      handle: maskHandle(saved.handle),
    })),
    transfers: transfers.map(maskedTransfer),
  };
}

function maskedTransfer({ payment, note, steps, ...transfer }: Transaction) {
  const { actionUrl: _, ...shownPayment } = payment ?? { state: 'awaited', payBy: null };
  return {
    ...transfer,
    recipient: maskText(transfer.recipient),
    handle: maskHandle(transfer.handle),
    ...(note !== undefined && { note: maskText(note) }),
    payment: payment && shownPayment,
    steps: steps.map((step) => ({
      ...step,
      ...(step.words !== undefined && { words: maskText(step.words) }),
    })),
  };
}

function totalOf(transfers: readonly Transaction[]) {
  const sent = transfers.filter(countsAsSent);
  const sumOf = (amounts: readonly string[]) =>
    formatAmount(amounts.reduce((sum, amount) => sum + centsOf(amount), 0));
  return {
    sent: sumOf(sent.map(({ amount }) => amount)),
    fees: sumOf(sent.map(({ fees }) => fees.totalFee)),
    count: transfers.length,
  };
}

/** The simulator decides at once. */
async function verify(sender: Browser): Promise<void> {
  const { body } = await sender.post<{ url: string }>('/api/verification', { consent: true });
  await fetch(new URL('/verify', body.url), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...Object.fromEntries(new URL(body.url).searchParams), outcome: 'pass' }),
  });
  await waitFor('the badge', async () => {
    const { body: me } = await sender.get<Me>('/api/me');
    return me.verification === 'verified' || null;
  });
}

/** One random thing that a sender does; a refusal is as good. */
async function act(random: Seeded, sender: Browser, simulatorUrl: string): Promise<void> {
  const deed = random.pick(DEEDS);
  await deed(sender, random, simulatorUrl);
}

type Deed = (sender: Browser, random: Seeded, simulatorUrl: string) => Promise<unknown>;
const someAmount = (random: Seeded) => formatAmount(100 + random.below(900));

const DEEDS: readonly Deed[] = [
  (sender, random) => sender.send({ amount: someAmount(random), note: 'Dinner on Friday' }),
  (sender) => sender.send({ amount: '999.00' }),
  async (sender, random, simulatorUrl) => {
    const handle = random.pick([
      'siminstant@people.example',
      'simfail@people.example',
      'simunclaimed@people.example',
    ]);
    const cardToken = await enteredCard(simulatorUrl);
    return sender.send({ amount: someAmount(random), platform: 'PayPal', handle, cardToken });
  },
  async (sender, random, simulatorUrl) => {
    const cardToken = await enteredCard(simulatorUrl);
    return sender.send({
      amount: someAmount(random),
      platform: 'Zelle',
      handle: 'maya@people.example',
      cardToken,
    });
  },
  async (sender, random) => {
    const { body } = await sender.get<TransactionPage>('/api/transfers');
    if (body.items.length === 0) return null;
    return sender.post(`/api/transfers/${random.pick(body.items).id}/cancel`);
  },
  async (sender, random) => {
    const { body } = await sender.get<TransactionPage>('/api/transfers');
    if (body.items.length === 0) return null;
    return sender.post(`/api/transfers/${random.pick(body.items).id}/problem`, { text: 'Nothing arrived.' });
  },
  (sender, random) =>
    sender.post('/api/recipients', {
      name: 'Maya Okafor',
      platform: 'Zelle',
      handle: `maya${String(random.below(1_000))}@people.example`,
    }),
  async (sender, random) => {
    const { body } = await sender.get<Recipients>('/api/recipients');
    if (body.items.length === 0) return null;
    return sender.request('DELETE', `/api/recipients/${random.pick(body.items).id}`);
  },
  (sender, random) =>
    sender.request('PATCH', '/api/preferences', {
      body: JSON.stringify({
        displayName: random.pick(['Carla', 'Carla N.', '']),
        locale: random.pick(['en', 'es']),
      }),
    }),
  (sender) => sender.saveCard(),
  async (sender, random) => {
    const { body } = await sender.get<SavedCards>('/api/cards');
    if (body.items.length === 0) return null;
    const path = `/api/cards/${random.pick(body.items).id}`;
    return random.oneIn(2)
      ? sender.request('DELETE', path)
      : sender.request('PATCH', path, { body: JSON.stringify({ isDefault: true }) });
  },
];
