import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Me } from '../../api/src/kernel/people/accounts.js';
import type { VerificationOverview } from '../../api/src/kernel/people/verification.js';
import type { CaseDetail, CasePage } from '../../api/src/kernel/staff/compliance.js';
import type { RuleDetail, RuleList } from '../../api/src/kernel/staff/rule-views.js';
import type { SenderStanding } from '../../api/src/kernel/staff/standing.js';
import type { Browser, Credentials } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { ops, opsInServer } from '../support/ops.js';
import { newStaff } from '../support/staff.js';
import { waitFor } from '../support/wait-for.js';

const LEAD = { email: 'lead@demo.example', password: 'orchid-lantern-bridge-63' };
const LUIS = { email: 'luis@demo.example', password: 'copper-meadow-train-31' };
const ANALYST = { email: 'analyst@demo.example', password: 'quiet-harbor-violin-74' };
const reason = 'Somebody else seems to use it.';
/** Of a rule; it names no person. */
const ofRule = { reason: 'It alerts on a promotion.' };
const definition = {
  name: 'Pairs',
  where: { firstToHandle: true },
  measure: 'attempts',
  atLeast: '2',
  within: 'PT1H',
  action: 'flag',
};
const PEOPLE = [
  ...(['suspended', 'reinstated', 'suspendedAndBack', 'paused', 'resumed', 'kept', 'letGo'] as const),
  ...(['granted', 'revoked', 'closed'] as const),
];
type Name = (typeof PEOPLE)[number];

interface Person {
  readonly credentials: Credentials;
  readonly uid: string;
}

/** Every kind of decision, once on each side of a backup, as staff and the people themselves see it. */
interface Decided {
  readonly suspended: readonly string[];
  readonly closed: readonly string[];
  /** Those with a second factor. */
  readonly protected: readonly string[];
  /** Of the verified sender. */
  readonly verification: Me['verification'];
  readonly paused: readonly string[];
  readonly onLegalHold: readonly string[];
  readonly rules: Readonly<Record<string, string>>;
  readonly held: readonly string[];
}

describe('decisions since a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flip-decisions-'));
  const safetyFile = join(folder, 'safety.jsonl');
  const backup = join(folder, 'backup');
  const people = {} as Record<Name, Person>;
  let server: FlipServer;
  let second: Person;
  let caseId: string;
  let lead: Browser;
  let before: Parameters<typeof expectDecided>[0];
  let since: typeof before;

  const start = async (name: string) => {
    const env = { RATE_LIMIT: 'off', SAFETY_FILE: safetyFile };
    server = await FlipServer.start({ dataDir: join(folder, name), env });
    await fetch(`${server.simulatorUrl}/control/desk`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"auto":false}',
    });
    await waitFor('readiness', async () => (await ready()).status === 200 || null);
    lead = await signedIn(LEAD);
  };
  const ready = () => server.browser().get<{ readonly notices: readonly string[] }>('/health/ready');
  const signedIn = async (credentials: Credentials): Promise<Browser> => {
    const browser = server.browser();
    await browser.signIn(credentials);
    return browser;
  };
  const signUp = async (): Promise<Person> => {
    const browser = server.browser();
    const credentials = await browser.signUp();
    return { credentials, uid: (await browser.get<Me>('/api/me')).body.uid };
  };
  const operator = async (command: string, { credentials }: Person, ...words: readonly string[]) =>
    expect(await opsInServer(server.dataDir, command, credentials.email, ...words)).toMatchObject({
      code: 0,
    });
  const decide = async (by: Browser, path: string, body: object, status = 204) =>
    expect(await by.post(`/api/compliance/${path}`, body)).toMatchObject({ status });
  const activate = async (by: Browser, id: string) => {
    const { body } = await by.get<RuleDetail>(`/api/compliance/rules/${id}`);
    await decide(by, `rules/${id}/activate`, { draftRevision: body.draftRevision });
  };

  async function decided(): Promise<Decided> {
    const suspended: string[] = [];
    const closed: string[] = [];
    const withFactor: string[] = [];
    const paused: string[] = [];
    const onLegalHold: string[] = [];
    for (const name of PEOPLE) {
      const { uid, credentials } = people[name];
      const { text } = await server.browser().post('/api/auth/sign-in', credentials);
      if (text.includes('account_suspended')) suspended.push(name);
      if (text.includes('invalid_credentials')) closed.push(name);
      if (text.includes('second_factor_required')) withFactor.push(name);
      const { pauses, legalHold } = (await lead.get<SenderStanding>(`/api/compliance/senders/${uid}`)).body;
      if (pauses.length > 0) paused.push(name);
      if (legalHold?.reason === reason) onLegalHold.push(name);
    }
    const { items } = (await lead.get<RuleList>('/api/compliance/rules')).body;
    const { attempts } = (await lead.get<CaseDetail>(`/api/compliance/cases/${caseId}`)).body;
    return {
      suspended,
      closed,
      protected: withFactor,
      verification: (await (await signedIn(LUIS)).get<Me>('/api/me')).body.verification,
      paused,
      onLegalHold,
      rules: Object.fromEntries(items.map(({ id, status, version }) => [id, `${status} ${version}`])),
      held: attempts.filter(({ payment }) => payment?.hold).map(({ transferId }) => transferId),
    };
  }
  const checkOfLuis = async (): Promise<string | undefined> => {
    const { body } = await (await signedIn(LUIS)).get<VerificationOverview>('/api/verification');
    return body.items[0]?.id;
  };
  const isAnalyst = async (name: Name): Promise<boolean> => {
    const { body } = await (await signedIn(people[name].credentials)).get<Me>('/api/me');
    return body.roles.includes('analyst');
  };
  const expectDecided = async ({ analysts, ...wanted }: Decided & { readonly analysts: readonly Name[] }) => {
    await waitFor('the views', async () => isDeepStrictEqual(await decided(), wanted) || null).catch(
      () => null,
    );
    expect(await decided()).toEqual(wanted);
    for (const name of ['granted', 'revoked'] as const)
      expect([name, await isAnalyst(name)]).toEqual([name, analysts.includes(name)]);
  };

  beforeAll(async () => {
    await start('first');
    for (const name of PEOPLE) if (name !== 'revoked') people[name] = await signUp();
    const staff = [await newStaff(server, 'analyst'), await newStaff(server, 'lead')] as const;
    const [revoked, lead2] = await Promise.all(
      staff.map(async ({ browser, credentials }) => ({
        credentials,
        uid: (await browser.get<Me>('/api/me')).body.uid,
      })),
    );
    if (!revoked || !lead2) throw new Error('no staff');
    people.revoked = revoked;
    second = lead2;
    const analyst = await signedIn(ANALYST);
    const sender = server.browser();
    await sender.signUp();
    const draft = { platform: 'Zelle', handle: 'maya@people.example', amount: '12.00' };
    const sent: string[] = [];
    while (sent.length < 3) sent.push(await sender.sendPaid(draft, server.simulatorUrl));
    caseId = await waitFor('the case', async () => {
      const { body } = await lead.get<CasePage>('/api/compliance/cases?reviewed=false&limit=50');
      return body.items[0]?.id ?? null;
    });
    const [released = '', held = ''] = sent;

    await operator('suspend', people.reinstated);
    await decide(lead, `senders/${people.resumed.uid}/pause`, { reason });
    await decide(lead, `senders/${people.letGo.uid}/place-legal-hold`, { reason });
    await decide(lead, `cases/${caseId}/hold`, { transferId: released, note: reason });
    for (const id of ['retiring', 'coming']) await decide(analyst, `rules/${id}/draft`, { definition });
    await activate(lead, 'retiring');
    const builtIn = { structuring: 'active 1', 'over-maximum': 'active 1' };
    before = {
      suspended: ['reinstated'],
      closed: [],
      protected: ['revoked'],
      verification: 'verified',
      paused: ['resumed'],
      onLegalHold: ['letGo'],
      analysts: ['revoked'],
      held: [released],
      rules: { velocity: 'active 1', ...builtIn, retiring: 'active 1', coming: 'draft null' },
    };
    await expectDecided(before);
    expect(await ops(server.dataDir, 'backup', backup)).toMatchObject({ code: 0 });

    await operator('suspend', people.suspended);
    await operator('reinstate', people.reinstated);
    await operator('suspend', people.suspendedAndBack);
    await operator('reinstate', people.suspendedAndBack);
    await operator('grant', people.granted, 'analyst');
    await operator('revoke', people.revoked, 'analyst');
    await operator('reset-second-factor', people.revoked);
    await decide(lead, `verifications/${String(await checkOfLuis())}/revoke`, { reason });
    await decide(lead, `senders/${people.paused.uid}/pause`, { reason });
    await decide(lead, `senders/${people.kept.uid}/place-legal-hold`, { reason });
    await decide(lead, `senders/${people.letGo.uid}/lift-legal-hold`, { reason });
    await decide(lead, `senders/${people.resumed.uid}/resume`, { reason }, 202);
    await decide(await signedIn(second.credentials), `senders/${people.resumed.uid}/resume`, { reason });
    await decide(lead, `cases/${caseId}/release`, { transferId: released, note: reason });
    await decide(lead, `cases/${caseId}/hold`, { transferId: held, note: reason });
    await decide(lead, 'rules/retiring/retire', ofRule, 202);
    await decide(await signedIn(second.credentials), 'rules/retiring/retire', ofRule);
    await activate(lead, 'coming');
    const leaving = await signedIn(people.closed.credentials);
    expect(await leaving.post('/api/me/close')).toMatchObject({ status: 204 });
    await operator('suspend', await signUp());
    since = {
      suspended: ['suspended'],
      closed: ['closed'],
      protected: [],
      verification: 'pending',
      paused: ['paused'],
      onLegalHold: ['kept'],
      analysts: ['granted'],
      held: [held],
      rules: { velocity: 'paused 1', ...builtIn, retiring: 'retired 1', coming: 'active 1' },
    };
    await decide(lead, 'rules/velocity/pause', ofRule);
    // Acknowledged decisions are in the file.
    await server.kill();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(() => server.kill());

  it('hold again after a restore with the safety file, the last of each kind, and stay in the file', async () => {
    const moved = join(folder, 'moved.jsonl');
    for (const end of ['', '.anchor']) copyFileSync(`${safetyFile}${end}`, `${moved}${end}`);
    const restored = await ops(join(folder, 'with'), 'restore', backup, '--safety-file', moved);
    expect(restored).toMatchObject({ code: 0 });
    for (const end of ['', '.anchor']) renameSync(`${moved}${end}`, `${moved}${end}.away`);
    await expect(start('with')).rejects.toThrow('is not the file that the restore was given');
    for (const end of ['', '.anchor']) renameSync(`${moved}${end}.away`, `${moved}${end}`);
    await start('with');
    await expectDecided(since);
    const { notices } = (await ready()).body;
    expect(notices).toEqual([
      expect.stringMatching(/^decisions about account-\S+ are lost, which the restored log lacks/),
    ]);
    expect(await opsInServer(server.dataDir, 'accept-lost-decisions')).toMatchObject({ code: 0 });
    expect((await ready()).body.notices).toEqual([]);
    const { uid, credentials } = people.closed;
    await waitFor('the end of the closing', async () => {
      const { output } = await ops(server.dataDir, 'stream', `sender-${uid}`);
      return output.includes('SendingClosed') || null;
    });
    await server.browser().signUp(credentials);
    const written = readFileSync(safetyFile, 'utf8');
    for (const { uid } of Object.values(people)) expect(written).toContain(uid);
    expect(written).toContain('"id":"restore"');
    expect(written).not.toContain(reason);
  });

  it('are lost after a restore without it, which a notice says until an operator confirms', async () => {
    const dataDir = join(folder, 'without');
    const refused = await ops(dataDir, 'restore', backup);
    expect(refused).toMatchObject({
      code: 2,
      output: expect.stringContaining('--without-safety-file') as string,
    });
    expect(existsSync(dataDir)).toBe(false);
    expect(await ops(dataDir, 'restore', backup, '--without-safety-file')).toMatchObject({ code: 0 });
    await start('without');
    await expectDecided(before);
    const { notices } = (await ready()).body;
    expect(notices).toEqual([
      expect.stringMatching(/^restored without a safety file: suspensions, .* are lost/),
    ]);
    expect(await opsInServer(server.dataDir, 'accept-lost-decisions')).toMatchObject({ code: 0 });
    expect((await ready()).body.notices).toEqual([]);
  });

  it('are not restored from a file that lost its end, or that is not the one of the backup', async () => {
    const cut = join(folder, 'cut.jsonl');
    copyFileSync(`${safetyFile}.anchor`, `${cut}.anchor`);
    const lines = readFileSync(safetyFile, 'utf8').split('\n');
    writeFileSync(cut, `${lines.slice(0, -2).join('\n')}\n`);
    const dataDir = join(folder, 'refused');
    const restore = (file: string) => ops(dataDir, 'restore', backup, '--safety-file', file);
    const because = (text: string) => ({ code: 1, output: expect.stringContaining(text) as string });
    expect(await restore(cut)).toEqual(because('its last records are missing'));
    expect(await restore(join(folder, 'missing'))).toEqual(because('There is no safety file'));
    writeFileSync(join(folder, 'empty'), '');
    expect(await restore(join(folder, 'empty'))).toEqual(because('is not the safety file that was written'));
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
