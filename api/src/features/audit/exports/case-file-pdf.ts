import type { Config } from '../../../config/config.js';
import { asideOf, frameOf, testModePart } from '../../../documents/document-frame.js';
import type { Texts } from '../../../documents/document-texts.js';
import type { Paper, Part } from '../../../documents/paper.js';
import type { Pair } from '../../../documents/sheet-parts.js';
import type { Table } from '../../../documents/sheet-table.js';
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
export function caseFilePaper({ content, manifest }: CaseFilePages, texts: Texts, config: Config): Paper {
  const title = texts.say('title', { number: content.case.number });
  return {
    ...frameOf(texts, manifest.at),
    title,
    running: `${title} · ${manifest.code} · ${texts.say('zone')}`,
    parts: [
      ['head', asideOf(config)],
      ['title', title],
      ...testModePart(texts, { testMode: config.TEST_MODE }),
      ['paragraph', texts.say('zone'), { size: 9, color: 'muted' }],
      ...summaryParts(texts, content),
      ...attemptParts(texts, content),
      ...stepParts(texts, content),
      ...factParts(texts, content),
      ...checkParts(texts, manifest),
    ],
  };
}

function summaryParts({ say, moment, money }: Texts, { case: found }: CaseFileContent): readonly Part[] {
  const { outcome, status, people, reviewedBy, reportDueAt, reportFiledAt } = found;
  const state = outcome ? say(`outcomes.${outcome}`) : say(`statuses.${status}`);
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
  const sums: Pair[] = [
    [say('attempts'), String(found.txCount)],
    [say('attempted'), money(found.attempted)],
    [say('atRisk'), money(found.atRisk)],
  ];
  return [
    ['lead', say('about', { sender: found.senderName }), { text: state, font: 'bold' }],
    ['section', say('summary')],
    ['columns', left, right],
    ['boxes', sums],
    ['section', say('why')],
    ['paragraph', found.alert.reason, { size: 9 }],
  ];

  function reportOf(): string {
    // One that is due again continues the one that was filed.
    if (reportDueAt !== null) return say('dueBy', { at: moment(reportDueAt) });
    return reportFiledAt === null ? say('none') : say('filed', { at: moment(reportFiledAt) });
  }
}

function attemptParts({ say, moment, money }: Texts, { facts }: CaseFileContent): readonly Part[] {
  const attempts = facts.filter(({ type }) => type === 'TransferRequested' || type === 'TransferRefused');
  const table: Table = {
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
  };
  return [
    ['section', say('behind')],
    ['table', table],
  ];
}

function stepParts(texts: Texts, { case: found, facts }: CaseFileContent): readonly Part[] {
  const { say, moment } = texts;
  const steps = facts.filter(({ stream }) => stream.startsWith('case-'));
  const table: Table = {
    columns: STEP_COLUMNS,
    head: ['time', 'step', 'by', 'text'].map((name) => say(`columns.${name}`)),
    rows: steps.map((fact) => [
      moment(fact.at),
      say(`names.${fact.type}`),
      found.people[fact.by.id] ?? say('system'),
      writtenIn(fact, texts),
    ]),
    foot: [],
  };
  return [
    ['section', say('steps')],
    ['table', table],
  ];
}

/** Each fact by its place in the log, so that it can be looked up there. */
function factParts({ say, stamp }: Texts, { facts }: CaseFileContent): readonly Part[] {
  const table: Table = {
    columns: FACT_COLUMNS,
    head: ['time', 'type', 'stream', 'position'].map((name) => say(`columns.${name}`)),
    rows: facts.map(({ at, type, stream, revision, position }) => [
      stamp(at),
      type,
      [stream, say('revision', { revision })],
      position.replace(/^0+(?=.)/, ''),
    ]),
    foot: [],
  };
  return [
    ['section', say('facts')],
    ['table', table],
  ];
}

function checkParts({ say }: Texts, { code, sha256, exportId }: CaseFileManifest): readonly Part[] {
  return [
    ['code', [say('code'), code], say('check')],
    ['space', 6],
    ['paragraph', say('hash', { sha256 }), { size: 8 }],
    ['paragraph', say('export', { exportId }), { size: 8 }],
  ];
}

/** The text or decision of a step. */
function writtenIn({ data }: CaseFact, { say }: Texts): string {
  const outcome = data['outcome'];
  const words = ['text', 'note', 'reason', 'reference'].map((name) => textOf(data[name])).filter(Boolean);
  return [typeof outcome === 'string' ? say(`outcomes.${outcome}`) : '', ...words].filter(Boolean).join(': ');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
