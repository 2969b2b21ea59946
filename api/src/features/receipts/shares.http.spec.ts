import { createHash } from 'node:crypto';
import type { Client } from '../../../../test/support/client.js';
import { openReceipts, recordTransfer } from '../../../../test/support/receipts-app.js';
import { register } from '../../../../test/support/recorded-facts.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import type { TestApp } from '../../../../test/support/test-app.js';
import { DAY, type TransferLife } from '../../../../test/support/transfer-life.js';
import type { DomainEvent } from '../../event-sourcing/event.js';
import { macFor } from '../../engine/vault/mac.js';
import { Secrets } from '../../config/runtime.js';
import type { ActiveShareLinks, ShareLink, SharedTransfer } from '../../kernel/money/receipts.js';

let app: TestApp;
let ana: Client;

beforeAll(async () => {
  app = await openReceipts();
});
afterAll(() => app.close());
beforeEach(async () => {
  ana = await newSender('Ana', 'Morales');
});

const newSender = async (firstName: string, lastName: string) =>
  app.person(await register(app, { firstName, lastName }));
const sent = (happens: (life: TransferLife) => unknown) => recordTransfer(app, ana.uid, happens);
const share = async (id: string, person = ana) => person.request<ShareLink>('POST', `/transfers/${id}/share`);
const tokenOf = ({ url }: ShareLink) => url.slice(url.lastIndexOf('/') + 1);
const listed = async (person = ana) => (await person.request<ActiveShareLinks>('GET', '/shares')).body.items;
const open = (link: ShareLink) => app.person('').request<SharedTransfer>('GET', `/shared/${tokenOf(link)}`);

/** A link as earlier builds stored it, under its transfer; its token. */
async function storedByEarlierBuild(id: string, lastsMs: number): Promise<string> {
  const seed = `seed of an earlier build, of ${id}`;
  const token = macFor(app.get(Secrets), 'share').of(seed);
  const value = { uid: ana.uid, seed, expiresAtMs: app.clock.nowMs + lastsMs };
  const hash = createHash('sha256').update(token).digest('hex');
  await app.vault.put('share', hash, { owner: id, value }, null);
  return token;
}

describe("a link to the recipient's page", () => {
  it('shows a first name, the amount, a masked handle and the steps, and nothing else', async () => {
    const id = await sent((life) => life.toSubmitted('olga').paidOut('pending'));
    const { status, body: link } = await share(id);
    expect(status).toBe(201);
    expect(link.url).toMatch(/^http:\/\/[^/]+\/s\/[\w-]{43}$/);
    const opened = await open(link);
    expect([opened.status, opened.headers['cache-control'], opened.headers['x-robots-tag']]).toEqual([
      200,
      'no-store',
      'noindex',
    ]);
    expect(opened.body).toEqual({
      senderFirstName: 'Ana',
      amount: '120.00',
      platform: 'Cash App',
      handleMasked: '$m••••',
      status: 'sent',
      expiresAt: '2026-12-24T20:00:00.000Z',
      steps: ['paid', 'sent'].map((step) => ({ step, at: '2026-11-24T20:00:00.000Z' })),
    });
    expect(opened.text).not.toMatch(/Morales|Okafor|mayaokafor|pi_1|po_1/);
  });

  it.each<[string, DomainEvent]>([
    ['suspended', { type: 'AccountSuspended', data: {} }],
    [
      'taken over by the owner of its mailbox',
      { type: 'AccountReclaimed', data: { credentialId: 'new', replacedCredentialId: 'old', by: 'reset' } },
    ],
  ])("closes when the sender's account is %s, and stays closed; a later one works", async (_, event) => {
    const id = await sent((life) => life.toSubmitted('olga').paidOut('pending'));
    const { body: link } = await share(id);
    expect((await open(link)).status).toBe(200);
    await app.record(`account-${ana.uid}`, [event]);
    expect((await open(link)).status).toBe(404);
    await app.record(`account-${ana.uid}`, [{ type: 'AccountReinstated', data: {} }]);
    expect((await open(link)).status).toBe(404);
    app.clock.nowMs += 1;
    const { body: later } = await share(id);
    expect([(await open(later)).status, (await open(link)).status]).toEqual([200, 404]);
  });

  it('asks the recipient to claim the payout while the platform waits for that', async () => {
    const steps = async (live: (life: TransferLife) => unknown) =>
      (await open((await share(await sent(live))).body)).body.steps.map(({ step }) => step);
    expect(await steps((life) => life.toSubmitted('olga').paidOut('unclaimed'))).toEqual([
      'paid',
      'sent',
      'unclaimed',
    ]);
    const claimed = (life: TransferLife) => {
      life.toSubmitted('olga').paidOut('unclaimed');
      life.paidOut('delivered');
    };
    expect(await steps(claimed)).toEqual(['paid', 'sent', 'delivered']);
  });

  it('shows the same for a decline, a cancellation and a refund for any reason', async () => {
    const cancelled = await sent((life) => life.toCaptured().cancel());
    const suspicious = await sent((life) => life.toCaptured().cancel('suspicious'));
    const failed = await sent((life) => {
      life.toSubmitted('olga').paidOut('failed');
      life.refunded('completed');
    });
    const bodies = [];
    for (const id of [cancelled, suspicious, failed]) bodies.push((await open((await share(id)).body)).body);
    for (const body of bodies) {
      expect(body.status).toBe('returned');
      expect(body.steps.map(({ step }) => step)).toEqual(['paid', 'returned']);
      expect(body).toEqual(bodies[0]);
    }
  });

  it('stays the same until it expires after thirty days, then a new one is created', async () => {
    const id = await sent((life) => life.toCaptured());
    const first = (await share(id)).body;
    expect((await share(id)).body).toEqual(first);
    const before = app.clock.nowMs;
    app.clock.nowMs = before + 30 * DAY - 1;
    expect((await open(first)).status).toBe(200);
    app.clock.nowMs += 1;
    const expired = await open(first);
    const second = (await share(id)).body;
    expect([expired.status, second.url === first.url]).toEqual([404, false]);
    expect((await open(second)).status).toBe(200);
    app.clock.nowMs = before;
  });

  it('is one, however many are asked for at the same time, also once it has expired', async () => {
    const id = await sent((life) => life.toCaptured());
    const before = app.clock.nowMs;
    for (const days of [0, 31]) {
      app.clock.nowMs = before + days * DAY;
      const links = await Promise.all(Array.from({ length: 10 }, async () => (await share(id)).body));
      expect(new Set(links.map(({ url }) => url)).size).toBe(1);
      expect((await open(links[9] as ShareLink)).status).toBe(200);
    }
    app.clock.nowMs = before;
  });

  it('of an earlier build works until it expires or is turned off, and no second one is created', async () => {
    const id = await sent((life) => life.toCaptured());
    const token = await storedByEarlierBuild(id, DAY);
    const link = (await share(id)).body;
    expect(tokenOf(link)).toBe(token);
    expect((await open(link)).status).toBe(200);
    await ana.request('DELETE', `/transfers/${id}/share`);
    expect((await open(link)).status).toBe(404);
  });

  it('of an earlier build is soon listed too, and no longer stored once it has expired', async () => {
    const [old, expired] = [await sent((life) => life.toCaptured()), await sent((life) => life.toCaptured())];
    const token = await storedByEarlierBuild(old, DAY);
    await storedByEarlierBuild(expired, -DAY);
    expect(await listed()).toEqual([]);
    const { folder } = app;
    await app.stop();
    app = await openReceipts({ folder });
    ana = app.person(ana.uid);
    await waitFor('the earlier links to be found', async () => (await listed()).length > 0 || null);
    expect(await listed()).toEqual([expect.objectContaining({ transferId: old })]);
    expect((await open((await share(old)).body)).status).toBe(200);
    expect(tokenOf((await listed())[0] as ShareLink)).toBe(token);
    await waitFor('the removal', async () => (await app.vault.list('share', expired)).length === 0 || null);
  });

  it("is listed with its transfer while it works, the newest first, among its sender's alone", async () => {
    const first = await sent((life) => life.toCaptured());
    const second = await sent((life) => life.toSubmitted('olga').paidOut('pending'));
    const links = [(await share(first)).body];
    app.clock.nowMs += 1;
    links.push((await share(second)).body);
    const known = { recipient: 'Maya Okafor', amount: '120.00' };
    expect(await listed()).toEqual([
      { ...links[1], ...known, transferId: second, status: 'sent' },
      { ...links[0], ...known, transferId: first, status: 'processing' },
    ]);
    expect(await listed(await newSender('Bea', 'Ruiz'))).toEqual([]);
    const before = app.clock.nowMs;
    app.clock.nowMs = before + 30 * DAY - 1;
    expect((await listed()).map(({ transferId }) => transferId)).toEqual([second]);
    app.clock.nowMs = before;
    await app.record(`account-${ana.uid}`, [{ type: 'AccountSuspended', data: {} }]);
    expect(await listed()).toEqual([]);
  });

  it('can be turned off together with all others of its sender, and no one else', async () => {
    const ids = [await sent((life) => life.toCaptured()), await sent((life) => life.toCaptured())];
    const links = await Promise.all(ids.map(async (id) => (await share(id)).body));
    const bea = await newSender('Bea', 'Ruiz');
    expect((await bea.request('DELETE', '/shares')).status).toBe(204);
    expect(await Promise.all(links.map(async (link) => (await open(link)).status))).toEqual([200, 200]);
    expect((await ana.request('DELETE', '/shares')).status).toBe(204);
    expect(await Promise.all(links.map(async (link) => (await open(link)).status))).toEqual([404, 404]);
    expect(await listed()).toEqual([]);
    expect((await ana.request('DELETE', '/shares')).status).toBe(204);
  });

  it('can be turned off; unknown, expired and turned-off links look the same', async () => {
    const id = await sent((life) => life.toCaptured());
    const link = (await share(id)).body;
    expect((await ana.request('DELETE', `/transfers/${id}/share`)).status).toBe(204);
    const off = await open(link);
    const unknown = await open({ ...link, url: `/s/${'x'.repeat(43)}` });
    const odd = await open({ ...link, url: '/s/x' });
    expect([off.status, off.text, off.text]).toEqual([404, unknown.text, odd.text]);
    expect((await ana.request('DELETE', `/transfers/${id}/share`)).status).toBe(204);
    expect((await share(id)).body.url).not.toBe(link.url);
  });

  it('is not made for an uncharged transfer', async () => {
    const unpaid = await sent((life) => life.toAuthorized());
    expect((await share(unpaid)).status).toBe(404);
  });

  it('is stored without its token (ASVS 11.5.1, 14.2.1)', async () => {
    const link = (await share(await sent((life) => life.toCaptured()))).body;
    const records = await app.vault.scan('share', null);
    expect(records.length).toBeGreaterThan(0);
    expect(JSON.stringify(records)).not.toContain(tokenOf(link));
  });

  it('works after a restart', async () => {
    const link = (await share(await sent((life) => life.toCaptured()))).body;
    const { folder } = app;
    await app.stop();
    app = await openReceipts({ folder });
    expect((await open(link)).status).toBe(200);
  });

  it('is rate-limited per address, codes more strictly than links', async () => {
    const nobody = app.person('');
    const refusedAfter = async (path: string) => {
      for (let asked = 0; asked < 200; asked += 1)
        if ((await nobody.request('GET', path)).status === 429) return asked;
      return null;
    };
    expect(await refusedAfter('/receipts/AAAA-AAAA-AAAA')).toBe(20);
    expect(await refusedAfter(`/shared/${'x'.repeat(43)}`)).toBeLessThanOrEqual(120);
  });
});
