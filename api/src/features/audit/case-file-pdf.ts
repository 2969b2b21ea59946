import type { Config } from '../../config/config.js';
import { asideOf, footerOf } from '../../documents/document-frame.js';
import type { Texts } from '../../documents/document-texts.js';
import { pdfOf, WARNING, type Sheet } from '../../documents/sheet.js';
import {
  writeBoxes,
  writeCode,
  writeHead,
  writeLead,
  writePairColumns,
  type Pair,
} from '../../documents/sheet-parts.js';
import { writeTable } from '../../documents/sheet-table.js';
import type { CaseFact } from './case-facts.js';
import type { CaseFileContent } from './case-file.js';
import type { CaseFileManifest } from './export-manifest.js';

interface CaseFilePages {
  readonly content: CaseFileContent;
  readonly manifest: CaseFileManifest;
}

const ATTEMPT_COLUMNS = [
  { from: 0, to: 0.2 },
  { from: 0.22, to: 0.38 },
  { from: 0.4, to: 0.6 },
  { from: 0.62, to: 0.82 },
  { from: 0.84, to: 1, align: 'right' },
] as const;
const STEP_COLUMNS = [
  { from: 0, to: 0.2 },
  { from: 0.22, to: 0.42 },
  { from: 0.44, to: 0.62 },
  { from: 0.64, to: 1 },
] as const;
const FACT_COLUMNS = [
  { from: 0, to: 0.2 },
  { from: 0.22, to: 0.46 },
  { from: 0.48, to: 0.84 },
  { from: 0.86, to: 1, align: 'right' },
] as const;

/** Everything about a case on paper. */
export function caseFilePdf(pages: CaseFilePages, texts: Texts, config: Config): Promise<Buffer> {
  const { say } = texts;
  const { content, manifest } = pages;
  const title = say('title', { number: content.case.number });
  return pdfOf(
    {
      title,
      language: texts.language,
      at: new Date(manifest.at),
      running: `${title} · ${manifest.code}`,
      footer: footerOf(texts, manifest.at),
    },
    async (sheet) => {
      writeHead(sheet, asideOf(config));
      sheet.title(title);
      if (config.TEST_MODE) sheet.paragraph(say('test'), { size: 9, font: 'bold', color: WARNING });
      writeSummary(sheet, texts, content);
      await writeAttempts(sheet, texts, content);
      await writeSteps(sheet, texts, content);
      await writeFacts(sheet, texts, content);
      writeCheck(sheet, texts, manifest);
    },
  );
}

function writeSummary(sheet: Sheet, { say, moment, money }: Texts, { case: found }: CaseFileContent): void {
  const { outcome, status, people, reviewedBy, reportDueAt, reportFiledAt } = found;
  const state = outcome ? say(`outcomes.${outcome}`) : say(`statuses.${status}`);
  writeLead(sheet, say('about', { sender: found.senderName }), { text: state, font: 'bold' });
  const nobody = say('nobody');
  const left: Pair[] = [
    [say('rule'), `${found.ruleId} v${String(found.ruleVersion)}`],
    [say('opened'), moment(found.createdAt)],
    [say('due'), moment(found.dueAt)],
    [say('assignee'), found.assignee === null ? nobody : (people[found.assignee] ?? found.assignee)],
  ];
  const right: Pair[] = [
    [say('closed'), found.reviewedAt ? moment(found.reviewedAt) : say('open')],
    [say('reviewer'), reviewedBy === null ? nobody : (people[reviewedBy] ?? reviewedBy)],
    [say('report'), reportOf()],
    [say('senderId'), found.uid],
  ];
  sheet.section(say('summary'));
  writePairColumns(sheet, left, right);
  writeBoxes(sheet, [
    [say('attempts'), String(found.txCount)],
    [say('attempted'), money(found.attempted)],
    [say('atRisk'), money(found.atRisk)],
  ]);
  sheet.section(say('why'));
  sheet.paragraph(found.alert.reason, { size: 9 });

  function reportOf(): string {
    if (reportFiledAt !== null) return say('filed', { at: moment(reportFiledAt) });
    return reportDueAt === null ? say('none') : say('dueBy', { at: moment(reportDueAt) });
  }
}

async function writeAttempts(
  sheet: Sheet,
  { say, moment, money }: Texts,
  { facts }: CaseFileContent,
): Promise<void> {
  const attempts = facts.filter(({ type }) => type === 'TransferRequested' || type === 'TransferRefused');
  sheet.section(say('behind'));
  await writeTable(sheet, {
    columns: ATTEMPT_COLUMNS,
    head: ['time', 'result', 'recipient', 'handle', 'amount'].map((name) => say(`columns.${name}`)),
    rows: attempts.map(({ type, at, data }) => [
      moment(at),
      say(type === 'TransferRequested' ? 'accepted' : 'refused'),
      textOf(data['recipient']),
      [textOf(data['handle']), textOf(data['platform'])],
      money((Number(data['amountCents']) / 100).toFixed(2)),
    ]),
    foot: [],
  });
}

async function writeSteps(
  sheet: Sheet,
  texts: Texts,
  { case: found, facts }: CaseFileContent,
): Promise<void> {
  const { say, moment } = texts;
  const steps = facts.filter(({ stream }) => stream.startsWith('case-'));
  sheet.section(say('steps'));
  await writeTable(sheet, {
    columns: STEP_COLUMNS,
    head: ['time', 'step', 'by', 'text'].map((name) => say(`columns.${name}`)),
    rows: steps.map((fact) => [
      moment(fact.at),
      say(`names.${fact.type}`),
      found.people[fact.by.id] ?? say('system'),
      writtenIn(fact, texts),
    ]),
    foot: [],
  });
}

/** Each fact by its place in the log, so that it can be looked up there. */
async function writeFacts(sheet: Sheet, { say, stamp }: Texts, { facts }: CaseFileContent): Promise<void> {
  sheet.section(say('facts'));
  await writeTable(sheet, {
    columns: FACT_COLUMNS,
    head: ['time', 'type', 'stream', 'position'].map((name) => say(`columns.${name}`)),
    rows: facts.map(({ at, type, stream, revision, position }) => [
      stamp(at),
      type,
      [stream, say('revision', { revision })],
      position.replace(/^0+(?=.)/, ''),
    ]),
    foot: [],
  });
}

function writeCheck(sheet: Sheet, { say }: Texts, { code, sha256, exportId }: CaseFileManifest): void {
  writeCode(sheet, [say('code'), code], say('check'));
  sheet.space(6);
  sheet.paragraph(say('hash', { sha256 }), { size: 8 });
  sheet.paragraph(say('export', { exportId }), { size: 8 });
}

/** What somebody wrote or decided in a step. */
function writtenIn({ data }: CaseFact, { say }: Texts): string {
  const outcome = data['outcome'];
  const words = ['text', 'note', 'reason', 'reference'].map((name) => textOf(data[name])).filter(Boolean);
  return [typeof outcome === 'string' ? say(`outcomes.${outcome}`) : '', ...words].filter(Boolean).join(': ');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
