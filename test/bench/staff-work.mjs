// Cases and audit rows of the benchmark, as the sagas and the staff would have recorded them over a year.
import { accessStreamOf } from '../../dist/compiled/api/src/features/access/access.decider.js';
import { caseStream } from '../../dist/compiled/api/src/features/review/cases/case-events.rules.js';
import { caseNumberOf } from '../../dist/compiled/api/src/kernel/staff/compliance.js';
import { drive, randomFrom, SEED } from './figures.mjs';
import {
  cookiesOf,
  factOf,
  idOf,
  PREPARING_AT_ONCE,
  registerPeople,
  sendersOf,
  withFolder,
} from './senders.mjs';

const SENDERS = 2_000;
const STAFF = 20;
const SPAN_MS = 365 * 24 * 60 * 60 * 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
const MINUTE_MS = 60 * 1_000;
const HIGHEST_CENTS = 300_000;
const EVENTS_AT_ONCE = 256;

const senders = sendersOf(SENDERS, 'sender of a case');
const staff = sendersOf(STAFF, 'staff of the queue');
const RULES = ['velocity', 'structuring', 'over-maximum'];
/** What became of ten cases in a row; an analyst works on all but the untouched ones. */
const FATES = [
  ...['untouched', 'untouched', 'assigned', 'assigned', 'snoozed', 'proposed'],
  ...['cleared', 'cleared', 'false_match', 'suspicious'],
];
/** Decided on the first event of the case, without a pause. */
const CALM = { seen: '00000000000000000001', pause: false };

/** Writes the work; returns values for filters. */
export async function writeStaffWork(folder, { cases, auditRows }) {
  const nowMs = Date.now();
  const random = randomFrom(SEED);
  let worked = 0;
  await withFolder(folder, async ({ eventLog }) => {
    await registerPeople(eventLog, [...senders, ...staff], new Date(nowMs - SPAN_MS).toISOString());
    await drive(PREPARING_AT_ONCE, cases, async (number) => {
      const beganMs = nowMs - SPAN_MS + Math.floor((number / cases) * SPAN_MS);
      const cents = 1_000 + Math.floor(random() * HIGHEST_CENTS);
      const facts = caseFacts(number, { beganMs, nowMs, cents });
      worked += facts.length - 1;
      await eventLog.append(caseStream(caseIdOf(number)), 'no_stream', facts);
    });
    await writeAccess(eventLog, { rows: auditRows - worked, nowMs });
  });
  const from = new Date(nowMs - SPAN_MS / 2).toISOString();
  const number = caseNumberOf(caseIdOf(0));
  return { assignee: staff[2], number, sender: senders[0], from };
}

/** Signs the staff in as leads, each with a code of now; returns the cookie header of each. */
export function staffCookies(folder) {
  return cookiesOf(folder, staff, { role: 'lead' });
}

const caseIdOf = (number) => idOf(`case ${number}`);

function caseFacts(number, { beganMs, nowMs, cents }) {
  const fate = FATES[number % FATES.length];
  const uid = senders[number % SENDERS];
  const [by, lead] = [staff[number % STAFF], staff[(number + 1) % STAFF]];
  const atOf = (minutes) => new Date(beganMs + minutes * MINUTE_MS).toISOString();
  const fact = (type, minutes, { actor = { kind: 'staff', id: by }, ...data }) =>
    factOf(type, { uid, ...data }, { name: `${type} of case ${number}`, uid, at: atOf(minutes), actor });
  const transferId = idOf(`transfer of case ${number}`);
  const ruleId = RULES[number % RULES.length];
  const raised = fact('SuspiciousTransactionRaised', 0, {
    actor: { kind: 'system', id: 'fraud' },
    ruleId,
    transactionId: transferId,
    alert: { reason: `${ruleId}: attempts`, txs: [transferId] },
    transactions: [{ transferId, amountCents: cents, refused: null, at: atOf(0) }],
  });
  if (fate === 'untouched') return [raised];
  const facts = [raised, fact('CaseAssigned', 5, { assignee: by, by })];
  if (fate === 'snoozed')
    facts.push(fact('CaseSnoozed', 10, { until: new Date(nowMs + DAY_MS).toISOString(), by }));
  if (fate === 'proposed') facts.push(fact('OutcomeProposed', 10, { outcome: 'cleared', ...CALM, by }));
  if (['cleared', 'false_match', 'suspicious'].includes(fate)) {
    const review = { outcome: fate, reviewedBy: lead, reviewedAt: atOf(15), proposedBy: by };
    facts.push(fact('CaseReviewed', 15, { actor: { kind: 'staff', id: lead }, ...CALM, ...review }));
  }
  return facts;
}

/** Accesses of staff, spread over the year in one stream for each person and month. */
async function writeAccess(eventLog, { rows, nowMs }) {
  const each = Math.ceil(rows / STAFF);
  await drive(STAFF, STAFF, async (place) => {
    const staffUid = staff[place];
    const revisions = new Map();
    for (let first = 0; first < each; first += EVENTS_AT_ONCE) {
      const batch = Array.from({ length: Math.min(EVENTS_AT_ONCE, each - first) }, (_, index) =>
        looked(staffUid, { number: first + index, atMs: nowMs - SPAN_MS + (first / each) * SPAN_MS + index }),
      );
      const stream = accessStreamOf(staffUid, batch[0].metadata.at);
      await eventLog.append(stream, revisions.get(stream) ?? 'no_stream', batch);
      revisions.set(stream, (revisions.get(stream) ?? -1n) + BigInt(batch.length));
    }
  });
}

function looked(staffUid, { number, atMs }) {
  const at = new Date(atMs).toISOString();
  const uid = senders[(number * STAFF) % SENDERS];
  const data = { staffUid, uid, transferId: null, replayedAt: at, reason: `case:${caseIdOf(number)}` };
  const name = `looked ${number} of ${staffUid}`;
  return factOf('HistoryReplayed', data, { name, uid, at, actor: { kind: 'staff', id: staffUid } });
}
