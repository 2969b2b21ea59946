import type { Transaction } from '../../api/src/kernel/money/transfers.js';
import { type ApiResponse, type Browser, enteredCard } from '../support/browser.js';
import { newStaff } from '../support/staff.js';
import { newDebitCard } from '../support/debit-cards.js';
import { FlipServer } from '../support/flip-server.js';
import { LiveReader } from '../support/live-reader.js';
import { mailsTo } from '../support/mailbox.js';
import { OpenApi, type Operation, type Schema } from '../support/open-api.js';
import { ops } from '../support/ops.js';
import { pdfText } from '../support/pdf-text.js';
import { sharedServer, type SharedServer } from '../support/shared-servers.js';
import { waitFor } from '../support/wait-for.js';

const TOKEN_LENGTH = 91;
/** Of a delivered transfer. */
const MAILS = 2;
/** Names of fields that would tell how much was recorded. */
const PLACE = /position|revision|sequence|version|checkpoint|offset/i;
/** Of staff, of a live stream, and of a sign-in that is not under way. */
const UNREAD = /^\/api\/(compliance\/|events$|auth\/)/;
/** Of every request. */
const CHANGING_HEADERS = new Set(['date', 'content-length']);
/** One card pays all of them. */
const card = newDebitCard();
/** The third send of an hour raises an alert of the velocity rule, which holds its payments. */
const env = { RATE_LIMIT: 'off' };

interface Case {
  readonly id: string;
  readonly uid: string;
  readonly alert: { readonly txs: readonly string[] };
}

/** What its sender reads of one transfer from the send to its delivery. */
interface Reading {
  readonly id: string;
  /** By route; ids, times and tokens are replaced by what they are. */
  readonly texts: Readonly<Record<string, string>>;
  readonly topics: readonly string[];
  readonly tokens: readonly string[];
}

let server: FlipServer;
let api: OpenApi;

beforeAll(async () => {
  server = await FlipServer.start({ env });
  await ops(server.dataDir, 'migrate-holding-rules', 'velocity');
  api = await OpenApi.of(server.browser());
});
afterAll(() => server.dispose());

/** A sender who follows each of their transfers to its end. */
class SenderAt {
  readonly browser: Browser;
  private email = '';

  constructor(private readonly server: SharedServer) {
    this.browser = server.browser();
  }

  async join(): Promise<void> {
    ({ email: this.email } = await this.browser.signUp());
    // Every mail about a transfer goes to a confirmed address that wants them.
    await this.browser.confirmAddress();
    await this.browser.request('PATCH', '/api/preferences', { body: '{"emailOptIn":true}' });
  }

  /** Sends, follows the transfer to its end, and reads everything about it. */
  async followed(meanwhile?: (transferId: string) => Promise<void>): Promise<Reading> {
    const { browser: sender, email, server: at } = this;
    const mailsBefore = (await mailsTo(sender, email)).length;
    const live = await LiveReader.open(at.url, sender.cookie);
    const sent = await sender.send<Transaction>({ cardToken: await enteredCard(at.simulatorUrl, card) });
    const { id } = sent.body;
    await meanwhile?.(id);
    await waitFor('the delivery', async () => {
      const { body } = await sender.get<Transaction>(`/api/transfers/${id}`);
      return body.status === 'delivered' || null;
    });
    const shared = await sender.post<{ url: string }>(`/api/transfers/${id}/share`);
    const mails = await waitFor('its mails', async () => {
      const all = await mailsTo(sender, email);
      return all.length >= mailsBefore + MAILS ? all.slice(0, all.length - mailsBefore) : null;
    });
    const token = shared.body.url.split('/').at(-1) ?? '';
    live.close();
    const texts = {
      sent: contentOf(sent),
      shared: contentOf(shared),
      mails: mails.map(({ subject, text }) => withoutIds(`${subject}\n${text}`)).join('\n'),
      ...(await this.readAll({ id, token })),
    };
    const commandTokens = [sent, shared].map(({ headers }) => headers.get('x-flip-position') ?? '');
    return {
      id,
      texts,
      topics: [...new Set(live.changes.flatMap(({ topics }) => topics))].map(withoutIds).toSorted(),
      tokens: [...commandTokens, ...live.changes.map((change) => change.token)],
    };
  }

  /** The response of every route that reads one transfer. */
  private async readAll({ id, token }: { readonly id: string; readonly token: string }) {
    const routes = api.operations.filter(
      ({ method, path }) => method === 'GET' && /^\/api\/(transfers\/\{id\}|shared\/\{token\})/.test(path),
    );
    expect(routes.length).toBeGreaterThan(4);
    const texts: Record<string, string> = {};
    for (const { path } of routes) {
      const url = path.replace('{id}', id).replace('{token}', token);
      texts[path] = await this.read(url);
    }
    return texts;
  }

  /** The response of every other route that a sender reads, by its path. */
  async pages(): Promise<Readonly<Record<string, string>>> {
    const routes = api.operations.filter(
      ({ method, path, security }) =>
        method === 'GET' && security?.length !== 0 && !path.includes('{') && !UNREAD.test(path),
    );
    expect(routes.length).toBeGreaterThan(10);
    const texts: Record<string, string> = {};
    for (const { path } of routes) texts[path] = (await this.read(path)).replaceAll(this.email, 'ADDRESS');
    return texts;
  }

  /** What they read while they are paused and after the pause has ended, by what they read. */
  async paused(
    { pause, resume }: Record<'pause' | 'resume', (uid: string) => Promise<void>>,
    meanwhile?: (transferId: string) => Promise<void>,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { browser: sender, email, server: at } = this;
    const { uid } = (await sender.get<{ uid: string }>('/api/me')).body;
    const live = await LiveReader.open(at.url, sender.cookie);
    await pause(uid);
    const cardToken = await enteredCard(at.simulatorUrl, card);
    const refused = contentOf(await sender.send({ cardToken }));
    const during = await this.pages();
    await resume(uid);
    const after = await this.pages();
    live.close();
    const topics = [...new Set(live.changes.flatMap((change) => change.topics))].map(withoutIds).toSorted();
    const { texts } = await this.followed(meanwhile);
    const subjects = (await mailsTo(sender, email)).map(({ subject }) => withoutIds(subject));
    return { refused, during, after, topics, texts, subjects };
  }

  private async read(path: string): Promise<string> {
    const response = await fetch(this.server.url + path, { headers: { cookie: this.browser.cookie } });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.subarray(0, 4).toString() === '%PDF' ? pdfText(bytes) : bytes.toString();
    return contentOf({ status: response.status, headers: response.headers, text });
  }
}

describe('a sender on legal hold whose payment is reported by a rule, held and released', () => {
  let sender: SenderAt;
  let lead: Browser;
  let analyst: Browser;
  let auditor: Browser;
  let secondLead: Browser;
  /** Its staff do nothing until a lead pauses a sender. */
  let quiet: SharedServer;
  let other: SenderAt;
  const free: Reading[] = [];
  let held: Reading;

  beforeAll(async () => {
    sender = new SenderAt(server);
    await sender.join();
    ({ browser: lead } = await newStaff(server, 'lead'));
    ({ browser: secondLead } = await newStaff(server, 'lead'));
    ({ browser: analyst } = await newStaff(server, 'analyst'));
    ({ browser: auditor } = await newStaff(server, 'auditor'));
    free.push(await sender.followed(), await sender.followed());
    await placeLegalHold();
    held = await sender.followed(release);
    quiet = await sharedServer('plain');
    other = new SenderAt(quiet);
    await other.join();
    for (let nth = 0; nth < 3; nth += 1) await other.followed();
  });

  /** From now on it is in force. */
  async function placeLegalHold(): Promise<void> {
    const { uid } = (await sender.browser.get<{ uid: string }>('/api/me')).body;
    await done(lead.post(`/api/compliance/senders/${uid}/place-legal-hold`, { reason: 'A court asked.' }));
  }

  /** Staff do everything with the case and its sender that a console offers, and release what the rule has held. */
  async function release(transferId: string): Promise<void> {
    const found = await waitFor('the case', async () => {
      const { body } = await lead.get<{ items: readonly Case[] }>('/api/compliance/cases');
      return body.items.find(({ alert }) => alert.txs.includes(transferId));
    });
    const path = `/api/compliance/cases/${found.id}`;
    const outcome = { outcome: 'suspicious', reason: 'Three in an hour.', pause: true };
    const seen = async () => (await lead.get<{ position: string }>(path)).body.position;
    const until = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
    await done(analyst.post(`${path}/snooze`, { until, reason: 'We wait.' }));
    await done(analyst.post(`${path}/notes`, { text: 'Three sends.' }));
    await done(analyst.post(`${path}/propose`, { ...outcome, seen: await seen() }));
    await done(lead.post(`${path}/return`, { reason: 'The recipients are family.' }));
    await done(auditor.post('/api/compliance/find', { by: 'uid', value: found.uid, reason: 'audit:1' }));
    for (const subject of [`senders/${found.uid}`, `transfers/${transferId}`])
      await done(auditor.get(`/api/compliance/${subject}/replay?reason=audit%3A1`));
    for (const [subject, field] of [
      [found.uid, 'email'],
      [transferId, 'handle'],
    ])
      await done(auditor.post('/api/compliance/reveal', { subject, field, reason: `case:${found.id}` }));
    await waitFor('the release', async () => {
      const released = await lead.post(`${path}/release`, { transferId, note: 'Known' });
      return released.status === 204 || null;
    });
    await done(analyst.post(`${path}/review`, { outcome: 'cleared', note: 'Family.' }));
  }

  /** The case that was cleared is opened again, and closed as suspicious with a pause by two people. */
  async function pauseByCase(uid: string): Promise<void> {
    const { body } = await lead.get<{ items: readonly Case[] }>('/api/compliance/cases?status=closed');
    const path = `/api/compliance/cases/${body.items.find((one) => one.uid === uid)?.id ?? ''}`;
    await done(lead.post(`${path}/reopen`, { reason: 'A new report.' }));
    const seen = async () => (await lead.get<{ position: string }>(path)).body.position;
    const outcome = { outcome: 'suspicious', reason: 'Not family.', pause: true };
    await done(analyst.post(`${path}/propose`, { ...outcome, seen: await seen() }));
    await done(lead.post(`${path}/approve`, { seen: await seen() }));
    await waitFor('the pause', async () => ((await pausesOf(lead, uid)) > 0 ? true : null));
  }

  async function pausesOf(staff: Browser, uid: string): Promise<number> {
    const { body } = await staff.get<{ pauses: readonly unknown[] }>(`/api/compliance/senders/${uid}`);
    return body.pauses.length;
  }

  /** One lead asks, the other one agrees. */
  async function resume(uid: string, leads: readonly Browser[]): Promise<void> {
    for (const one of leads)
      await done(one.post(`/api/compliance/senders/${uid}/resume`, { reason: 'Explained.' }));
    expect(await pausesOf(leads.at(-1) as Browser, uid)).toBe(0);
  }

  async function done(answer: Promise<ApiResponse>): Promise<void> {
    const { status, text } = await answer;
    if (status >= 300) throw new Error(`${status} ${text}`);
  }

  it('has a held payment indeed', async () => {
    const { output } = await ops(server.dataDir, 'transfer', held.id);
    expect(output).toMatch(/HoldPlaced[^]*HoldReleased/);
  });

  it('reads of it what they read of any other, but for ids and times', () => {
    expect(free[0]?.texts).toEqual(free[1]?.texts);
    expect(held.texts).toEqual(free[1]?.texts);
    expect(held.topics).toEqual(free[1]?.topics);
  });

  it('receives tokens that are equally long and never the same, so that none can be compared', () => {
    const tokens = [...free, held].flatMap((reading) => reading.tokens);
    expect(tokens.length).toBeGreaterThan(9);
    expect(new Set(tokens).size).toBe(tokens.length);
    expect(new Set(tokens.map(({ length }) => length))).toEqual(new Set([TOKEN_LENGTH]));
  });

  it('reads on every other page what a sender reads of whom no member of staff has seen anything', async () => {
    expect(await other.pages()).toEqual(await sender.pages());
  });

  it('reads of a pause by a case, and after it, what a sender reads whom a lead paused for another cause', async () => {
    const leads = [(await newStaff(quiet, 'lead')).browser, (await newStaff(quiet, 'lead')).browser];
    const byLead = await other.paused({
      pause: (uid) =>
        done((leads[0] as Browser).post(`/api/compliance/senders/${uid}/pause`, { reason: 'A lost phone.' })),
      resume: (uid) => resume(uid, leads),
    });
    const byCase = await sender.paused(
      { pause: pauseByCase, resume: (uid) => resume(uid, [lead, secondLead]) },
      release,
    );
    expect(byLead.refused).toContain('sending_paused');
    expect(byCase).toEqual(byLead);
  });
});

describe('no response to anybody but staff', () => {
  it('has a field for a place in the log or in a stream', () => {
    const found = api.operations
      .filter(({ path }) => !path.startsWith('/api/compliance/'))
      .flatMap((operation) => placesIn(operation));
    expect(found).toEqual([]);
  });
});

/** The names of fields that count, in the responses of an operation. */
function placesIn({ responses }: Operation): readonly string[] {
  const seen = new Set<Schema>();
  const namesIn = (schema: Schema | undefined): readonly string[] => {
    const resolved = api.resolved(schema);
    if (seen.has(resolved)) return [];
    seen.add(resolved);
    const parts = [...(resolved.allOf ?? []), ...(resolved.anyOf ?? []), ...(resolved.oneOf ?? [])];
    const properties = Object.entries(resolved.properties ?? {});
    const inner = [
      ...parts,
      ...(resolved.items ? [resolved.items] : []),
      ...properties.map(([, one]) => one),
    ];
    return [...properties.map(([name]) => name), ...inner.flatMap(namesIn)];
  };
  const contents = Object.values(responses).flatMap(({ content }) => Object.values(content ?? {}));
  return contents.flatMap(({ schema }) => namesIn(schema)).filter((name) => PLACE.test(name));
}

/** A response without what differs between any two transfers of a sender. */
function contentOf({ status, headers, text }: Pick<ApiResponse, 'status' | 'headers' | 'text'>): string {
  const shown = [...headers].filter(([name]) => !CHANGING_HEADERS.has(name));
  return withoutIds([String(status), ...shown.map((header) => header.join(': ')), text].join('\n'));
}

function withoutIds(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/flip-receipt-[0-9a-f]{8}/g, 'flip-receipt-ID')
    .replaceAll(/(?<![\w-])[\w-]{91}(?![\w-])/g, 'TOKEN')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/token=ID\.[\w-]+/g, 'token=MAC')
    .replaceAll(/\/s\/[\w.-]+/g, '/s/LINK')
    .replaceAll(/\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b/g, 'CODE')
    .replaceAll(/\b(?:pi_\w{24}|SIM-[0-9A-F]{8})\b/g, 'REFERENCE')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'INSTANT')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'INSTANT')
    .replaceAll(/\b[A-Z][a-z]{2,8} \d{1,2}, \d{4}/g, 'DATE')
    .replaceAll(/\d{1,2}:\d\d\s[AP]M/g, 'TIME');
}
