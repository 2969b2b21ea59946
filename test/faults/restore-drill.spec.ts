import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeskTasks, Ledger, StrayCharge, StrayCharges } from '../../api/src/kernel/money/payouts.js';
import { centsOf } from '../../api/src/kernel/money/money.js';
import type { Transaction } from '../../api/src/kernel/money/transfers.js';
import { enteredCard, type Browser } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { expectViewsEqualTheLog, ops } from '../support/ops.js';
import { SharedProviders } from './shared-providers.js';
import { waitFor } from '../support/wait-for.js';

/** The simulated processor lists its newest 100 payments. */
const LOAD_LIMIT = 60;
const REASON = 'Zelle has no payout under its ID.';
const SENDER = { email: 'luis@demo.example', password: 'copper-meadow-train-31' };
const OPERATOR = { email: 'operator@demo.example', password: 'silver-anchor-meadow-26' };
const SECOND_OPERATOR = { email: 'operator2@demo.example', password: 'maple-window-harvest-49' };

interface Listed {
  readonly payment: {
    readonly id: string;
    readonly status: string;
    readonly amount_received: number;
    readonly metadata: { readonly transferId: string };
  };
  readonly refunds: readonly { readonly amount: number; readonly status: string }[];
}

/** A send with the body and key that its sender may repeat. */
interface Sent {
  readonly id: string;
  readonly key: string;
  readonly draft: Parameters<Browser['send']>[0];
}

const PAYPAL = { platform: 'PayPal', handle: 'maya@people.example', amount: '21.00' } as const;
const BY_HAND = { platform: 'Zelle', handle: 'maya@people.example', amount: '32.00' } as const;

describe('a restore while the processors keep their books', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flip-drill-'));
  let providers: SharedProviders;
  let server: FlipServer;
  let sender: Browser;

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
    // People work the desk.
    await fetch(`${server.simulatorUrl}/control/desk`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"auto":false}',
    });
    await waitFor(
      'readiness',
      async () => (await server.browser().get('/health/ready')).status === 200 || null,
    );
    sender = await signedIn(SENDER);
  };
  const signedIn = async (credentials: typeof SENDER): Promise<Browser> => {
    const browser = server.browser();
    await browser.signIn(credentials);
    return browser;
  };
  const send = async (where: Sent['draft'], key: string = randomUUID()): Promise<Sent> => {
    const draft = { ...where, cardToken: await enteredCard(providers.url) };
    const { status, body } = await sender.send<{ id: string }>(draft, key);
    expect(status).toBe(201);
    return { id: body.id, key, draft };
  };
  const isCharged = async ({ id }: Sent) =>
    (await sender.get<Transaction>(`/api/transfers/${id}`)).body.payment?.state === 'captured' || null;
  const statusIs = (status: string, { id }: Sent) =>
    waitFor(`${id} ${status}`, async () => {
      const { body } = await sender.get<Transaction>(`/api/transfers/${id}`);
      return body.status === status ? body : null;
    });
  const listed = async <Item>(what: string): Promise<readonly Item[]> =>
    ((await (await fetch(`${providers.url}/control/${what}`)).json()) as { items: readonly Item[] }).items;
  const strays = async (operator: Browser): Promise<readonly StrayCharge[]> =>
    (await operator.get<StrayCharges>('/api/compliance/strays')).body.items;
  const tasks = async (operator: Browser) =>
    (await operator.get<DeskTasks>('/api/compliance/payouts')).body.items;
  const metric = async (name: string): Promise<number> => {
    const { text } = await sender.get('/metrics');
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };

  /** Each charge is on a transfer, refunded as a stray one, or open as one; answers the open ones by their transfers. */
  async function expectBooksToTheCent(
    operator: Browser,
    {
      sent,
      refundedIds,
      strayRefundId,
    }: {
      readonly sent: readonly Sent[];
      readonly refundedIds: readonly string[];
      readonly strayRefundId: string;
    },
  ): Promise<ReadonlyMap<string, StrayCharge>> {
    const payments = await listed<Listed>('payments');
    const payouts = await listed<{ senderBatchId: string }>('payouts');
    const open = new Map((await strays(operator)).map((one) => [one.transferId, one]));
    let [chargedCents, strayCents, refundedCents] = [0, 0, 0];
    for (const { id } of sent) {
      const own = payments.filter(({ payment }) => payment.metadata.transferId === id);
      expect(own.filter(({ payment }) => payment.status === 'succeeded')).toHaveLength(1);
      expect(payouts.filter(({ senderBatchId }) => senderBatchId === id).length).toBeLessThanOrEqual(1);
      const [{ payment, refunds } = { payment: { amount_received: 0 }, refunds: [] }] = own;
      expect(refunds.length).toBe(refundedIds.includes(id) ? 1 : 0);
      if (open.has(id)) strayCents += payment.amount_received;
      else if (id === strayRefundId) refundedCents += payment.amount_received;
      else chargedCents += payment.amount_received;
    }
    expect([...open.values()].reduce((sum, { amount }) => sum + centsOf(amount), 0)).toBe(strayCents);
    expect(refundedCents).toBeGreaterThan(0);
    const ledger = (await operator.get<Ledger>('/api/compliance/ledger?days=2')).body.days;
    expect(ledger.every(({ isBalanced }) => isBalanced)).toBe(true);
    expect(ledger.reduce((sum, { captured }) => sum + centsOf(captured), 0)).toBe(chargedCents);
    return open;
  }

  it('finds out what it lost, settles what is ours, and leaves nothing stuck, to the cent', async () => {
    await start(join(folder, 'first'));
    const operator = await signedIn(OPERATOR);
    const before = [await send(PAYPAL), await send(BY_HAND), await send(BY_HAND), await send(BY_HAND)];
    const [delivered, cancelled, paidByHand, unpaid] = before as [Sent, Sent, Sent, Sent];
    await statusIs('delivered', delivered);
    for (const one of before) await waitFor('the charge', () => isCharged(one));

    const during: Sent[] = [];
    const backup = { isDone: false };
    const load = (async () => {
      while (!backup.isDone && during.length < LOAD_LIMIT)
        during.push(await send(during.length % 2 === 0 ? PAYPAL : BY_HAND));
    })();
    await waitFor('the load', () => Promise.resolve(during.length > 0 || null));
    expect(await ops(server.dataDir, 'backup', join(folder, 'backup'))).toMatchObject({ code: 0 });
    backup.isDone = true;
    await load;

    const after = [await send(PAYPAL), await send(PAYPAL), await send(BY_HAND), await send(BY_HAND)];
    for (const one of [...during, ...after]) await waitFor('the charge', () => isCharged(one));
    const [repeated, lost, repeatedByHand, refundedByDesk] = after as [Sent, Sent, Sent, Sent];
    for (const one of [repeated, lost]) await statusIs('delivered', one);
    expect(await sender.post(`/api/transfers/${cancelled.id}/cancel`, {})).toMatchObject({ status: 200 });
    await statusIs('refunded', cancelled);
    const desk = (id: string, path: string, body?: object) =>
      operator.post(`/api/compliance/payouts/${id}/${path}`, body ?? {});
    expect(await desk(paidByHand.id, 'claim')).toMatchObject({ status: 204 });
    expect(await desk(paidByHand.id, 'delivered', { reference: 'Z-1' })).toMatchObject({ status: 204 });
    await server.kill();

    expect(
      await ops(join(folder, 'second'), 'restore', join(folder, 'backup'), '--without-safety-file'),
    ).toMatchObject({ code: 0 });
    await start(join(folder, 'second'));
    const [first, second] = [await signedIn(OPERATOR), await signedIn(SECOND_OPERATOR)];
    await waitFor('the list', async () => (await metric('flip_restore_unlisted')) === 0 || null);
    const lostRefs = new Map((await strays(first)).map((stray) => [stray.transferId, stray]));
    for (const { id } of after) expect([...lostRefs.keys()]).toContain(id);
    for (const { id } of before) expect([...lostRefs.keys()]).not.toContain(id);
    const ready = await first.get<{ notices: string[] }>('/health/ready');
    expect([ready.status, ready.body.notices]).toEqual([
      200,
      [
        expect.stringMatching(/^restored without a safety file/),
        `${lostRefs.size} charges without a transfer: tasks of the payout desk`,
      ],
    ]);
    expect(await metric('flip_stray_charges')).toBe(lostRefs.size);

    // What was done since the backup is neither paid nor refunded a second time.
    await statusIs('refunded', cancelled);
    const byHand = await waitFor('the task', async () => {
      const found = (await tasks(first)).filter(({ transferId }) =>
        [paidByHand.id, unpaid.id].includes(transferId),
      );
      return found.length === 2 ? found : null;
    });
    expect(byHand.map(({ kind }) => kind)).toEqual(['unknown', 'unknown']);
    const settle = (id: string, reference: string) =>
      first.post(`/api/compliance/payouts/${id}/delivered`, { reference });
    for (const { id } of [paidByHand, unpaid]) expect(await settle(id, 'Z-1')).toMatchObject({ status: 204 });

    // Some senders repeat their requests: those charges are theirs.
    for (const { draft, key, id } of [repeated, repeatedByHand])
      expect((await sender.send(draft, key)).body).toMatchObject({ id });
    await statusIs('delivered', repeated);
    await waitFor(
      'the task',
      async () =>
        (await tasks(first)).some(
          ({ transferId, kind }) => transferId === repeatedByHand.id && kind === 'unknown',
        ) || null,
    );
    await waitFor(
      'the end of both strays',
      async () =>
        (await strays(first)).every(
          ({ transferId }) => ![repeated.id, repeatedByHand.id].includes(transferId),
        ) || null,
    );

    // One is refunded by two operators, and its sender's repeat is not charged again.
    const { paymentRef = '', amount } = lostRefs.get(refundedByDesk.id) ?? {};
    const stray = (person: Browser, path: string, body: object) =>
      person.post(`/api/compliance/strays/${paymentRef}/${path}`, { reason: REASON, ...body });
    expect(await stray(first, 'refund', {})).toMatchObject({ status: 204 });
    expect(await stray(first, 'confirm', { amount })).toMatchObject({
      status: 409,
      body: { code: 'second_person_needed' },
    });
    expect(await stray(second, 'confirm', { amount })).toMatchObject({ status: 204 });
    await waitFor(
      'the refund',
      async () => (await strays(first)).every(({ transferId }) => transferId !== refundedByDesk.id) || null,
    );
    expect((await sender.send(refundedByDesk.draft, refundedByDesk.key)).status).toBe(201);
    await waitFor('the decline', async () => {
      const { body } = await sender.get<Transaction>(`/api/transfers/${refundedByDesk.id}`);
      return body.payment?.state === 'declined' || null;
    });

    await waitFor(
      'no outstanding call',
      async () => (await metric('flip_oldest_outstanding_call_seconds')) === 0 || null,
    );
    const open = await expectBooksToTheCent(first, {
      sent: [...before, ...during, ...after],
      refundedIds: [cancelled.id, refundedByDesk.id],
      strayRefundId: refundedByDesk.id,
    });
    expect([...open.keys()]).toContain(lost.id);
    const reconciled = await ops(server.dataDir, 'reconcile');
    expect(reconciled.output).toContain(`0 differences, ${open.size} stray charges`);
    expect(reconciled.code).toBe(1);
    await expectViewsEqualTheLog(server.dataDir);
  });
});
