import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditOf, openAudit, type AuditedCase } from '../../../../test/support/audit-app.js';
import type { TestApp } from '../../../../test/support/test-app.js';
import { Secrets } from '../../config/runtime.js';
import { macFor } from '../../engine/vault/mac.js';
import { auditProjection } from '../../features/audit/audit.projection.js';
import {
  sealed,
  sha256Of,
  type AuditManifest,
  type CaseFileManifest,
  type Sealed,
} from '../../features/audit/exports/export-manifest.js';
import type { AuditEntry } from '../../kernel/staff/audit.js';
import { verifyFile } from './verify-export.js';

let folder: string;
let app: TestApp;
let irene: string;
let robin: string;
let carl: string;
let found: AuditedCase;

const audit = auditOf(() => app);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'flip-exports-'));
  app = await openAudit();
  robin = await audit.person('Róbin, "the" Second; =2|-3', '=Lindqvist', 'analyst');
  irene = await audit.person('Irene', 'Park', 'auditor');
  carl = await audit.person('Carl', 'Beck');
  found = await audit.caseAbout(carl);
  for (const text of ['One', 'Two', 'Three']) await audit.note(robin, found, text);
  const search = { staffUid: robin, by: 'handle', valueIndex: 'f'.repeat(64), reason: 'support:S-1' };
  await audit.acts(robin, `access-${robin}_202611`, {
    type: 'SendersSearched',
    data: { ...search, uids: [carl, irene], searchedAt: '2026-11-20T12:00:00.000Z' },
  });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

async function exported(path: string): Promise<string> {
  const { status, text } = await audit.get(path, irene, 'auditor');
  expect(status).toBe(200);
  return text;
}

/** What the command says of a file with this text. */
async function verified(text: string): Promise<{ readonly isGood: boolean; readonly said: string }> {
  const path = join(folder, 'file');
  writeFileSync(path, text);
  const mac = macFor(app.get(Secrets), 'export');
  const lines: string[] = [];
  const output = {
    tell: (_: object, ...said: readonly string[]) => lines.push(...said),
    note: () => undefined,
  };
  const isGood = await verifyFile(path, { log: app.eventLog, mac, scratchFolder: folder }, output);
  return { isGood, said: lines.join('\n') };
}

const linesOf = (text: string) => text.trimEnd().split('\n');
const textOf = (lines: readonly string[]) => `${lines.join('\n')}\n`;

describe.each(['jsonl', 'csv'])('an export as %s', (format) => {
  it.each([
    ['everything', () => ''],
    ['one person', () => `?person=${robin}`],
    ['one sender, found by a search of several', () => `?subject=${carl}`],
    ['one case', () => `?subject=${found.number}`],
    ['looks within a time', () => '?action=look&from=2026-11-20T12:00:00.000Z&to=2027-01-01T00:00:00.000Z'],
    ['nothing', () => '?action=Unheard'],
  ])('of %s is complete and unchanged', async (_, query) => {
    const { isGood, said } = await verified(await exported(`audit.${format}${query()}`));
    expect({ isGood, said }).toEqual({
      isGood: true,
      said: expect.stringContaining('is in the file as in the log') as string,
    });
  });

  it('is recorded before it is created, and contains that record', async () => {
    const text = await exported(`audit.${format}?person=${irene}`);
    const last = linesOf(text).at(-2) ?? '';
    expect(last).toContain('ExportMade');
    expect((await verified(text)).isGood).toBe(true);
  });

  it.each([
    [
      'a changed line',
      (lines: string[]) => lines.map((line) => line.replace('NoteAdded', 'CaseReviewed')),
      'changed',
    ],
    ['a missing line', (lines: string[]) => lines.toSpliced(3, 1), '1 missing'],
    [
      'a line too many',
      (lines: string[]) => lines.toSpliced(3, 0, lines[3]?.replaceAll(/0(\d{19})/g, '9$1') ?? ''),
      '1 unexpected',
    ],
    ['a repeated line', (lines: string[]) => lines.toSpliced(3, 0, lines[3] ?? ''), '1 repeated'],
    [
      'two lines that changed places',
      (lines: string[]) => lines.toSpliced(3, 2, lines[4] ?? '', lines[3] ?? ''),
      'misplaced',
    ],
    ['an odd line', (lines: string[]) => lines.toSpliced(3, 0, 'odd'), 'unreadable'],
    ['a cut end', (lines: string[]) => lines.slice(0, -1), 'cut off'],
    [
      'another name',
      (lines: string[]) => lines.map((line) => line.replaceAll('Irene Park', 'Other Person')),
      'hash: the content is not',
    ],
    [
      'another count',
      (lines: string[]) => lines.map((line) => line.replace(/("+count"+:)\d+/, '$12')),
      'HMAC: the manifest is not',
    ],
  ])('with %s is found', async (_, change, finding) => {
    await audit.note(robin, found);
    const before = await exported(`audit.${format}`);
    const after = textOf(change(linesOf(before)));
    expect(after).not.toBe(before);
    const { isGood, said } = await verified(after);
    expect({ isGood, said }).toEqual({ isGood: false, said: expect.stringContaining(finding) as string });
  });

  it('that is forged with correct sums but another key is detected', async () => {
    const text = await exported(`audit.${format}`);
    const { isGood, said } = await verified(text.replace(/("+hmac"+:"+)[^"]{6}/, '$1AAAAAA'));
    expect({ isGood, said }).toEqual({
      isGood: false,
      said: expect.stringContaining('HMAC: the manifest is not') as string,
    });
    expect(said).toContain('hash: of the content');
  });
});

it('whose lines have the form of another version is not compared line by line, and says so', async () => {
  const lines = linesOf(await exported('audit.jsonl'));
  const { manifest } = JSON.parse(lines.at(-1) ?? '') as { manifest: Sealed<AuditManifest> };
  expect(manifest.view).toEqual({ name: 'audit', version: auditProjection.version });
  const { hmac: _, ...made } = manifest;
  const mac = macFor(app.get(Secrets), 'export');
  const other = sealed({ ...made, view: { name: 'audit', version: 99 } }, mac);
  const { isGood, said } = await verified(
    textOf([...lines.slice(0, -1), JSON.stringify({ manifest: other })]),
  );
  expect({ isGood, said }).toEqual({
    isGood: false,
    said: expect.stringContaining('in version 99; this program has another one') as string,
  });
  expect(said).toContain('HMAC: made by this installation');
  expect(said).not.toMatch(/missing|unexpected|changed/);
});

it('as CSV is one for spreadsheets, whatever separates their columns', async () => {
  const [head = '', ...lines] = linesOf(await exported('audit.csv'));
  expect(head).toMatch(/^\ufeff"at","person","name",/);
  expect(lines.find((line) => line.includes('NoteAdded'))).toContain(
    `,"Róbin, ""the"" Second;' =2|'-3 =Lindqvist",`,
  );
  for (const line of lines) expect(line).toMatch(/^"(?:[^"]|"")*"(?:,(?:"(?:[^"]|"")*")?)*\r?$/);
  expect(lines.join()).not.toMatch(/[;|]\s*[=-]/);
});

it('as CSV of an earlier program, which quoted only where it had to, is still verified', async () => {
  const lines = linesOf(await exported('audit.jsonl'));
  const entries = lines.slice(0, -1).map((line) => JSON.parse(line) as AuditEntry);
  const { manifest } = JSON.parse(lines.at(-1) ?? '') as { manifest: Sealed<AuditManifest> };
  const rowOf = ({ facts, ...entry }: AuditEntry & { readonly name?: string }) => [
    ...(['at', 'person', 'name', 'kind', 'action', 'uid', 'caseId', 'transferId'] as const).map(
      (key) => entry[key],
    ),
    Object.entries(facts)
      .map(([fact, value]) => `${fact}=${value}`)
      .join('; '),
    ...(['stream', 'revision', 'position'] as const).map((key) => entry[key]),
  ];
  const cellOf = (value: string | null = null) => {
    const text = (value ?? '').replace(/^[=+\-@]/, "'$&");
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const head = 'at,person,name,kind,action,uid,caseId,transferId,facts,stream,revision,position';
  const content =
    [
      head,
      ...entries.map((entry) =>
        rowOf(entry)
          .map((value) => cellOf(value))
          .join(','),
      ),
    ].join('\r\n') + '\r\n';
  const { hmac: _, ...made } = manifest;
  const mac = macFor(app.get(Secrets), 'export');
  const sha256 = sha256Of(content);
  const last = `#manifest,${cellOf(JSON.stringify(sealed({ ...made, format: 'csv', sha256 }, mac)))}\r\n`;
  expect((await verified(content + last)).isGood).toBe(true);
  expect((await verified(content.replace('NoteAdded', 'CaseReviewed') + last)).isGood).toBe(false);
});

describe('a file of a case', () => {
  it('has every fact with its place in the log, the sender masked, and is found to be unchanged', async () => {
    const text = await exported(`cases/${found.id}/file.json`);
    const file = JSON.parse(text) as {
      case: object;
      facts: { type: string; stream: string; data: object }[];
    };
    expect(file.case).toMatchObject({ number: found.number, senderName: 'C•••• B••••', status: 'open' });
    expect(file.facts[0]).toMatchObject({
      type: 'TransferRequested',
      stream: `sender-${carl}`,
      revision: '0',
      data: { recipient: 'M•••• O••••', handle: 'm••••@••••.example' },
    });
    expect(file.facts.slice(1, 3)).toMatchObject([
      { type: 'SuspiciousTransactionRaised', stream: `case-${found.id}` },
      { type: 'NoteAdded', data: { text: 'One' } },
    ]);
    expect(text).not.toMatch(/Maya|Carl|Beck/);
    const { isGood, said } = await verified(text);
    expect({ isGood, said }).toEqual({
      isGood: true,
      said: expect.stringContaining('is in the file as in the log') as string,
    });
  });

  it('of a program that shows cases in another form is not compared, and says so', async () => {
    const { manifest, ...file } = JSON.parse(await exported(`cases/${found.id}/file.json`)) as {
      readonly manifest: Sealed<CaseFileManifest>;
    };
    const { hmac: _, ...made } = manifest;
    const mac = macFor(app.get(Secrets), 'export');
    const other = sealed({ ...made, view: { name: 'suspicious_transactions', version: 4 } }, mac);
    const { isGood, said } = await verified(JSON.stringify({ ...file, manifest: other }));
    expect(isGood).toBe(false);
    expect(said).toContain('in version 4; this program has another one');
    expect(said).not.toMatch(/missing|unexpected|changed/);
  });

  it('as of an earlier position has what was known then', async () => {
    const file = JSON.parse(await exported(`cases/${found.id}/file.json`)) as {
      facts: { position: string }[];
    };
    const then = await exported(`cases/${found.id}/file.json?at=${file.facts[2]?.position ?? ''}`);
    expect((JSON.parse(then) as typeof file).facts).toEqual(file.facts.slice(0, 3));
    expect((await verified(then)).isGood).toBe(true);
  });

  it.each([
    ['a changed fact', /"amountCents":\d+/, '"amountCents":1', '1 changed'],
    ['a changed text', '"One"', '"Zero"', 'hash: the content is not'],
    ['a changed sum', /"atRiskCents":\d+/, '"atRiskCents":1', 'hash: the content is not'],
    ['a missing fact', /\{"stream":"case-[^"]+","revision":"1".*?\}\},/, '', '1 missing'],
    ['another revision', '"revision":"1"', '"revision":"77"', '1 unexpected'],
    ['another maker', /"by":"[^"]+","at"/, '"by":"x","at"', 'HMAC: the manifest is not'],
    ['a cut end', /,"manifest".*/, '}', 'cut off'],
  ])('with %s is found', async (_, before, after, finding) => {
    const text = await exported(`cases/${found.id}/file.json`);
    const changed = text.replace(before, after);
    expect(changed).not.toBe(text);
    const { isGood, said } = await verified(changed);
    expect({ isGood, said }).toEqual({ isGood: false, said: expect.stringContaining(finding) as string });
  });

  it('on paper is checked by its code', async () => {
    const { bytes } = await audit.get(`cases/${found.id}/file.pdf`, irene, 'auditor');
    expect(bytes.subarray(0, 4).toString()).toBe('%PDF');
    await expect(verified(bytes.toString('latin1'))).rejects.toThrow('compare the code');
  });
});
