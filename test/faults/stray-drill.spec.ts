import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeskTasks, Ledger, StrayCharge, StrayCharges } from '../../api/src/kernel/money/payouts.js';
import { centsOf } from '../../api/src/kernel/money/money.js';
import type { Allowance, Transaction } from '../../api/src/kernel/money/transfers.js';
import { enteredCard, type Browser } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { expectViewsEqualTheLog, ops } from '../support/ops.js';
import { SharedProviders } from './shared-providers.js';
import { waitFor } from '../support/wait-for.js';

const REASON = 'PayPal has no payout under its ID.';
const MAYA = { email: 'maya@demo.example', password: 'amber-kettle-river-58' };
const OPERATOR = { email: 'operator@demo.example', password: 'silver-anchor-meadow-26' };
const SECOND_OPERATOR = { email: 'operator2@demo.example', password: 'maple-window-harvest-49' };

const UNCLAIMED = { platform: 'PayPal', handle: 'simunclaimed@people.example', amount: '40.00' } as const;
const BY_HAND = { platform: 'Zelle', handle: 'maya@people.example', amount: '30.00' } as const;

interface Listed {
  readonly payment: {
    readonly id: string;
    readonly status: string;
    readonly amount_received: number;
    readonly metadata: Readonly<Record<string, string>>;
  };
  readonly refunds: readonly { readonly amount: number; readonly status: string }[];
}

describe('what a restore has lost of charges', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flip-strays-'));
  let providers: SharedProviders;
  let server: FlipServer;

  beforeAll(async () => {
    providers = await SharedProviders.start();
  });
  afterAll(async () => {
    await server.kill();
    await providers.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (dataDir: string): Promise<void> => {
    server = await FlipServer.start({ dataDir, env: { ...providers.env, RATE_LIMIT: 'off' } });
    providers.deliverTo(server.url);
    await control('desk', { auto: false }, server.simulatorUrl);
    await waitFor(
      'readiness',
      async () => (await server.browser().get('/health/ready')).status === 200 || null,
    );
  };
  const control = async (path: string, body: object = {}, url = providers.url): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/control/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
  };
  const signedIn = async (credentials: typeof MAYA): Promise<Browser> => {
    const browser = server.browser();
    await browser.signIn(credentials);
    return browser;
  };
  /** Sends and waits for the charge; returns the transfer's id. */
  const charged = async (sender: Browser, draft: object): Promise<string> => {
    const cardToken = await enteredCard(providers.url);
    const { status, body } = await sender.send<{ id: string }>({ ...draft, cardToken }, randomUUID());
    expect(status).toBe(201);
    await waitFor('the charge', async () => {
      const { body: found } = await sender.get<Transaction>(`/api/transfers/${body.id}`);
      return found.payment?.state === 'captured' || null;
    });
    return body.id;
  };
  const payments = async (): Promise<readonly Listed[]> =>
    ((await (await fetch(`${providers.url}/control/payments`)).json()) as { items: readonly Listed[] }).items;
  const paymentOf = async (transferId: string): Promise<Listed> => {
    const found = (await payments()).find(({ payment }) => payment.metadata['transferId'] === transferId);
    if (!found) throw new Error(`${transferId} was not charged`);
    return found;
  };
  const strays = async (operator: Browser): Promise<ReadonlyMap<string, StrayCharge>> => {
    const { items } = (await operator.get<StrayCharges>('/api/compliance/strays')).body;
    return new Map(items.map((stray) => [stray.transferId, stray]));
  };
  const metric = async (name: string): Promise<number> => {
    const { text } = await server.browser().get('/metrics');
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  const used = async (sender: Browser) => (await sender.get<Allowance>('/api/allowance')).body.used;

  /** Transfers and stray charges together are what the processor has charged, and stray refunds what it has returned for them. */
  async function expectClosedBooks(operator: Browser): Promise<void> {
    const { days } = (await operator.get<Ledger>('/api/compliance/ledger?days=2')).body;
    const sum = (of: (day: Ledger['days'][number]) => string) =>
      days.reduce((total, day) => total + centsOf(of(day)), 0);
    const made = (await payments()).filter(({ payment }) => payment.status === 'succeeded');
    const total = made.reduce((cents, { payment }) => cents + payment.amount_received, 0);
    expect(sum(({ captured }) => captured) + sum((day) => day.strays.charged)).toBe(total);
    expect(
      sum((day) => day.strays.refunded) + sum((day) => day.strays.closed) + sum((day) => day.strays.open),
    ).toBe(sum((day) => day.strays.charged));
    const back = made.flatMap(({ refunds }) => refunds).reduce((cents, { amount }) => cents + amount, 0);
    expect(sum((day) => day.strays.refunded)).toBe(back);
  }

  it('is found out and counted, and whatever contradicts its refund makes it a task again', async () => {
    await start(join(folder, 'first'));
    let maya = await signedIn(MAYA);
    const takenBack = await charged(maya, BY_HAND);
    expect(await ops(server.dataDir, 'backup', join(folder, 'backup'))).toMatchObject({ code: 0 });

    const unclaimed = await charged(maya, UNCLAIMED);
    const cancelled = await charged(maya, BY_HAND);
    const disputed = await charged(maya, BY_HAND);
    await waitFor('the unclaimed payout', async () => {
      const response = await fetch(`${providers.url}/control/payouts`);
      const { items } = (await response.json()) as {
        items: readonly { senderBatchId: string; status: string }[];
      };
      return items.find(({ senderBatchId }) => senderBatchId === unclaimed)?.status === 'UNCLAIMED' || null;
    });
    expect(await maya.post(`/api/transfers/${cancelled}/cancel`, {})).toMatchObject({ status: 200 });
    await waitFor('the refund', async () => (await paymentOf(cancelled)).refunds.length === 1 || null);
    for (const id of [takenBack, disputed]) {
      const { payment } = await paymentOf(id);
      await control(`payments/${payment.id}/dispute`);
      await control(`payments/${payment.id}/lose`);
    }
    const newcomer = server.browser();
    await newcomer.signUp();
    await newcomer.confirmAddress();
    const ofNewcomer = await charged(newcomer, BY_HAND);
    await server.kill();

    expect(
      await ops(join(folder, 'second'), 'restore', join(folder, 'backup'), '--without-safety-file'),
    ).toMatchObject({ code: 0 });
    await start(join(folder, 'second'));
    const [first, second] = [await signedIn(OPERATOR), await signedIn(SECOND_OPERATOR)];
    await waitFor('the list', async () => (await metric('flip_restore_unlisted')) === 0 || null);
    expect(server.output).toMatch(
      /4 charges since \S+ belong to no transfer of the restored log; 3 are tasks of the payout desk/,
    );

    // Charges that the processor has refunded are settled; the others name their sender and state.
    const found = await waitFor('the strays', async () => {
      const listed = await strays(first);
      return listed.size === 3 ? listed : null;
    });
    expect(found.get(unclaimed)).toMatchObject({ platform: 'PayPal', sender: 'known', refundable: '42.50' });
    expect(found.get(ofNewcomer)).toMatchObject({ platform: 'Zelle', sender: 'lost' });
    expect(found.get(disputed)).toMatchObject({
      refundable: '0.00',
      disputes: [{ amount: found.get(disputed)?.amount, state: 'lost' }],
    });

    // The week has them; a charge of the log that the bank has taken back is not paid out, and leaves it.
    maya = await signedIn(MAYA);
    await waitFor('the week', async () => (await used(maya)) === '70.00' || null);
    const { output } = await ops(server.dataDir, 'transfer', takenBack);
    expect(output).toContain('DisputeClosed');
    expect(output).not.toContain('PayoutSubmitted');
    const { items } = (await first.get<DeskTasks>('/api/compliance/payouts')).body;
    expect(items.filter(({ kind }) => kind === 'claim')).toEqual([]);

    // Two operators refund what its recipient has not claimed; then the recipient claims it.
    const { paymentRef = '' } = found.get(unclaimed) ?? {};
    const step = (person: Browser, path: string, body: object = {}) =>
      person.post(`/api/compliance/strays/${paymentRef}/${path}`, { reason: REASON, ...body });
    expect(await step(first, 'refund')).toMatchObject({ status: 204 });
    expect(await step(second, 'confirm', { amount: '42.50' })).toMatchObject({ status: 204 });
    await waitFor('the refund', async () => !(await strays(first)).has(unclaimed) || null);
    await waitFor('the released amount', async () => (await used(maya)) === '30.00' || null);
    await expectClosedBooks(first);
    await control('payouts', { settle: unclaimed, outcome: 'delivered' });
    expect(await waitFor('the task', async () => (await strays(first)).get(unclaimed) ?? null)).toMatchObject(
      {
        state: 'open',
        refunded: '42.50',
        refundable: '0.00',
        payout: { state: 'delivered' },
      },
    );
    expect(await step(first, 'refund')).toMatchObject({ status: 409, body: { code: 'not_claimable' } });
    expect(await step(first, 'close')).toMatchObject({ status: 204 });

    // A refund in the processor's dashboard settles one without a notice of ours.
    const { payment } = await paymentOf(ofNewcomer);
    const refunded = await fetch(`${providers.url}/v1/refunds`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${providers.env['STRIPE_SECRET_KEY'] ?? ''}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ payment_intent: payment.id, amount: String(payment.amount_received) }),
    });
    expect(refunded.status).toBe(200);
    const reconciled = await ops(server.dataDir, 'reconcile');
    expect(reconciled.output).toContain(' 1 stray charges');
    expect((await strays(first)).has(ofNewcomer)).toBe(false);
    await expectClosedBooks(first);
    const verified = await ops(server.dataDir, 'verify');
    expect(verified.output).toContain('; stray charges: charged');
    await expectViewsEqualTheLog(server.dataDir);
  });
});
