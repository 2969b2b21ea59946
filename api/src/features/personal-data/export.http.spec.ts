import { Module } from '@nestjs/common';
import { confirmedPerson, openAccounts } from '../../../../test/support/accounts-app.js';
import type { Client } from '../../../../test/support/client.js';
import { PASSWORD } from '../../../../test/support/passwords.js';
import { pdfText } from '../../../../test/support/pdf-text.js';
import { recordTransfer } from '../../../../test/support/receipts-app.js';
import { raiseCase } from '../../../../test/support/recorded-facts.js';
import type { TestApp } from '../../../../test/support/test-app.js';
import { TransferLife, terms } from '../../../../test/support/transfer-life.js';
import { sendingOf } from '../../../../test/support/transfers-app.js';
import { unzip } from '../../../../test/support/unzip.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { EventSourcingModule } from '../../event-sourcing/event-sourcing.module.js';
import type { Transaction } from '../../kernel/money/transfers.js';
import type { DataExport } from '../../kernel/people/personal-data.js';
import { accountStream } from '../accounts/account/account.decider.js';
import { transferStream } from '../lifecycle/state/lifecycle-events.rules.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { ReceiptsModule } from '../receipts/receipts.module.js';
import { RecipientsModule } from '../recipients/recipients.module.js';
import { caseStream } from '../review/cases/case-events.rules.js';
import { caseEvents } from '../review/cases/case.events.js';
import { senderStream } from '../transfers/sending/transfer.decider.js';
import { TransfersModule } from '../transfers/transfers.module.js';
import { VerificationModule } from '../verification/verification.module.js';
import { ExportData } from './export-data.js';
import { PersonalDataModule } from './personal-data.module.js';

/** No analyst reviews; the events of a review are recorded directly. */
@Module({ imports: [EventSourcingModule.forFeature({ streams: [caseStream], events: caseEvents })] })
class Cases {}

const MINUTE = 60_000;
const NOW = '2026-11-24T20:00:00.000Z';

let app: TestApp;

beforeAll(async () => {
  app = await openAccounts({ declared: [Cases], now: NOW }, [
    PersonalDataModule,
    RecipientsModule,
    PaymentsModule,
    TransfersModule,
    ReceiptsModule,
    VerificationModule,
  ]);
});
afterAll(() => app.close());

const stateOf = async (person: Client) => (await person.request<DataExport>('GET', '/me/export')).body;
const request = (person: Client) => person.post<DataExport & { code?: string }>('/me/export');
const zipOf = (person: Client, language = 'en') =>
  person.request<{ code?: string }>('GET', '/me/export.zip', { headers: { 'accept-language': language } });

/** Its end is noted after its last byte was sent. */
const overFor = (person: Client) =>
  waitFor('the end of a download', async () => (await stateOf(person)).state !== 'making' || null);

async function download(person: Client, language = 'en'): Promise<ReadonlyMap<string, Buffer>> {
  await request(person);
  const { status, bytes } = await zipOf(person, language);
  expect(status).toBe(200);
  await overFor(person);
  return unzip(bytes);
}

const textIn = (files: ReadonlyMap<string, Buffer>, name: string): string =>
  files.get(name)?.toString() ?? '';
type ListedTransfer = Transaction & Record<'timeline' | 'problems', object[]>;
type Row = object & { readonly event?: string };
const rowsIn = (files: ReadonlyMap<string, Buffer>, name: string): readonly Row[] =>
  JSON.parse(textIn(files, `${name}.json`)) as Row[];

/** A sender who has used every feature. */
async function busySender() {
  const { browser, uid, person } = await confirmedPerson(app);
  const recipient = { name: '=Maya', platform: 'Venmo', handle: '@mayaokafor' };
  await browser.post('/recipients', recipient);
  await browser.request('PATCH', '/preferences', { body: { displayName: 'Ana T.' } });
  await sendingOf(browser).check({ amount: '900.00', recipient: 'Bo Li', note: 'Rent' });
  const requestedAt = new Date(app.clock.nowMs - 5 * MINUTE).toISOString();
  const at = { requestedAt, transferId: crypto.randomUUID() };
  const delivered = await recordTransfer(app, uid, (life) => life.toDelivered(), at);
  const life = new TransferLife({ ...terms, uid, transferId: crypto.randomUUID() });
  const charged = await recordTransfer(app, uid, (one) => one.toCaptured(), {
    requestedAt,
    transferId: life.of.transferId,
  });
  life.toCaptured();
  const key = { 'idempotency-key': 'the-key-of-the-report' };
  const text = 'Maya says nothing has arrived.';
  await browser.request('POST', `/transfers/${delivered}/problem`, { body: { text }, headers: key });
  const { body: link } = await browser.post<{ url: string }>(`/transfers/${delivered}/share`);
  return { browser, uid, person, delivered, charged, life, link };
}

describe('the download of one’s own data', () => {
  it('needs a recent password, and mails the person before', async () => {
    const { browser, person } = await confirmedPerson(app);
    app.clock.nowMs += 16 * MINUTE;
    await browser.post('/auth/refresh');
    const refused = [await request(browser), await zipOf(browser)];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'step_up_required'],
      [403, 'step_up_required'],
    ]);
    await browser.post('/second-factor/step-up', { password: PASSWORD });
    expect((await zipOf(browser)).status).toBe(404);
    const until = new Date(app.clock.nowMs + 60 * MINUTE).toISOString();
    const opened = { state: 'ready', until, percent: null, bytes: null };
    expect(await request(browser)).toMatchObject({ status: 202, body: opened });
    const { source } = await app.inbox.mailTo(person.email, { path: '/forgot' });
    expect(source).toContain('Subject: A copy of your data was requested');
    expect(await stateOf(browser)).toEqual(opened);
  });

  it('has what the person’s own pages show, as JSON, as CSV and with the receipts', async () => {
    const { browser, uid, delivered, charged, link } = await busySender();
    const files = await download(browser);
    const get = async <Body extends object>(path: string) => (await browser.request<Body>('GET', path)).body;
    const listed = async (path: string) => (await get<{ items: object[] }>(path)).items;

    const transfers = rowsIn(files, 'transfers') as readonly ListedTransfer[];
    expect(transfers.map(({ timeline: _, problems: __, ...transfer }) => transfer)).toEqual(
      await listed('/transfers'),
    );
    const own = transfers.find(({ id }) => id === delivered);
    expect(own?.timeline).toEqual(await listed(`/transfers/${delivered}/timeline`));
    expect(own?.problems).toEqual([
      {
        number: expect.stringMatching(/^P-/) as string,
        at: expect.any(String) as string,
        text: 'Maya says nothing has arrived.',
      },
    ]);
    expect(rowsIn(files, 'account')).toEqual([await get('/me')]);
    expect(rowsIn(files, 'preferences')).toEqual([await get('/preferences')]);
    expect(rowsIn(files, 'recipients')).toEqual(await listed('/recipients'));
    expect(rowsIn(files, 'saved-cards')).toEqual(await listed('/cards'));
    expect(rowsIn(files, 'identity-checks')).toEqual(await listed('/verification'));
    expect(rowsIn(files, 'statements')).toEqual(await listed('/statements'));
    expect(rowsIn(files, 'share-links')).toMatchObject([{ transferId: delivered, amount: '120.00' }]);
    expect(rowsIn(files, 'sessions')).toMatchObject([{ device: 'Chrome, Linux' }]);
    expect(rowsIn(files, 'refused-attempts')).toMatchObject([
      { recipient: 'Bo Li', amount: '900.00', note: 'Rent', reason: 'weekly_limit_exceeded' },
    ]);
    expect(rowsIn(files, 'account-history').map(({ event }) => event)).toEqual([
      'AccountRegistered',
      'TermsAccepted',
      'EmailConfirmed',
    ]);

    const [head, first] = textIn(files, 'recipients.csv').split('\r\n');
    expect([head, first]).toEqual([
      '\ufeff"id","uid","name","platform","handle","createdAt","updatedAt"',
      expect.stringContaining(`"${uid}","'=Maya","Venmo","'@mayaokafor"`),
    ]);
    expect(textIn(files, 'transfers.csv').split('\r\n')[0]).toContain('"fees.breakdown.flipFee"');
    expect(textIn(files, 'saved-cards.csv')).toBe('');

    const receipts = [...files.keys()].filter((name) => name.startsWith('receipts/'));
    expect(receipts).toHaveLength(2);
    expect(receipts.every((name) => name.includes(delivered) || name.includes(charged))).toBe(true);
    const pdf = files.get(receipts.find((name) => name.includes(delivered)) ?? '');
    expect(pdfText(pdf ?? Buffer.alloc(0))).toContain(delivered);
    const token = new URL(link.url).pathname.slice('/s/'.length);
    expect([...files.values()].some((bytes) => bytes.includes(token))).toBe(false);
    expect((await stateOf(browser)).bytes).toBeGreaterThan(10_000);
  });

  it('explains itself in the reader’s language, each of its files', async () => {
    const { browser } = await confirmedPerson(app);
    const files = await download(browser, 'es-MX');
    const names = [...files.keys()].filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
    const lines = textIn(files, 'README.txt').split('\r\n');
    expect(lines[0]).toBe(`Tus datos en Flip, al ${new Date(app.clock.nowMs).toISOString()}`);
    for (const name of names)
      expect(lines.find((line) => line.startsWith(`${name}: `))).toMatch(/: (?!archive\.)/);
  });

  it('is the same whether or not something is reviewed, held, paused or kept for a court', async () => {
    const { browser, uid, life, charged } = await busySender();
    const before = await download(browser);
    const caseId = await raiseCase(app, uid, [charged]);
    const recorded = life.events.length;
    life.hold(caseId);
    await app.record(transferStream(charged), life.events.slice(recorded));
    const lead = crypto.randomUUID();
    const paused = { causeId: caseId, cause: 'lead', reason: 'Asked the bank.', by: lead, uid };
    await app.record(senderStream(uid), [{ type: 'SendingPaused', data: paused }]);
    const kept = { reason: 'A court asked.', by: lead };
    await app.record(accountStream(uid), [
      { type: 'LegalHoldPlaced', data: kept },
      { type: 'LegalHoldLifted', data: kept },
    ]);
    await app.record(`case-${caseId}`, [
      { type: 'NoteAdded', data: { uid, text: 'Called the bank.', by: lead } },
    ]);
    expect((await sendingOf(browser).check({ amount: '5.00' })).body).toMatchObject({
      code: 'sending_paused',
    });

    const after = await download(browser);
    const shown = (files: ReadonlyMap<string, Buffer>) =>
      [...files].map(([name, bytes]) => [name, name.endsWith('.pdf') ? pdfText(bytes) : bytes.toString()]);
    expect(shown(after)).toEqual(shown(before));
  });

  it('is written for one download at a time, three times for a request, three requests at once', async () => {
    const { browser, uid, person } = await confirmedPerson(app);
    await request(browser);
    const content = await app.get(ExportData).download({ uid, language: 'en' });
    expect(await stateOf(browser)).toMatchObject({ state: 'making', percent: 0 });
    expect(await zipOf(browser)).toMatchObject({ status: 409, body: { code: 'export_under_way' } });
    content.destroy();
    await overFor(browser);
    expect(await stateOf(browser)).toMatchObject({ state: 'ready', bytes: null });
    await download(browser);
    await download(browser);
    expect([await stateOf(browser), (await zipOf(browser)).status]).toMatchObject([{ state: 'none' }, 404]);
    expect([(await request(browser)).status, (await request(browser)).status]).toEqual([202, 202]);
    for (const status of [202, 429]) {
      app.clock.nowMs += 61 * MINUTE;
      await browser.signIn(person.email);
      expect((await request(browser)).status).toBe(status);
    }
  });

  it('can be begun again after its process ended', async () => {
    const { browser, uid } = await confirmedPerson(app);
    await request(browser);
    const untilMs = app.clock.nowMs + 60 * MINUTE;
    const making = { id: 'lost', notedAtMs: app.clock.nowMs, percent: 40 };
    const lost = { untilMs, downloadsLeft: 2, bytes: null, making };
    const record = await app.vault.get('export', uid);
    await app.vault.put('export', uid, { owner: uid, value: lost }, record?.version ?? null);
    expect(await stateOf(browser)).toMatchObject({ state: 'making', percent: 40 });
    app.clock.nowMs += MINUTE;
    expect(await stateOf(browser)).toMatchObject({ state: 'ready' });
    expect((await zipOf(browser)).status).toBe(200);
  });

  it('waits while several others are written', async () => {
    const people = await Promise.all([1, 2, 3, 4, 5].map(() => confirmedPerson(app)));
    for (const { browser } of people) await request(browser);
    const begun = await Promise.all(
      people.slice(1).map(({ uid }) => app.get(ExportData).download({ uid, language: 'en' })),
    );
    const [waiting] = people;
    expect(waiting && (await zipOf(waiting.browser))).toMatchObject({ status: 503, body: { code: 'busy' } });
    for (const content of begun) content.destroy();
    await waitFor('its turn', async () => (waiting && (await zipOf(waiting.browser)).status === 200) || null);
  });
});
