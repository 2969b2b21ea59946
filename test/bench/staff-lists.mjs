// Row 17: the first page of the queue and of the audit, with every declared filter, over HTTP.
import { join } from 'node:path';
import { boundGoal, figure, interleave, pick } from './figures.mjs';
import { ask, fire, inTurn, read } from './requests.mjs';
import { startProduct } from './servers.mjs';
import { staffCookies, writeStaffWork } from './staff-work.mjs';

/** Members of staff who read at the same time. */
const READERS = 4;
const BOUND_MS = 150;
/** The figures of the whole installation, which many screens share: the first of them waits for one reading. */
const OVERVIEW = '/api/compliance/overview?days=90';
const OVERVIEW_BOUND_MS = 500;

export async function staffListsRow({ scratch, rounds, sizes: { staffCases, auditRows, staffReads } }) {
  const folder = join(scratch, 'staff-lists');
  const examples = await writeStaffWork(folder, { cases: staffCases, auditRows });
  await (await startProduct(folder)).stop();
  // Sessions of now: a token would expire while the views are built.
  const cookies = await staffCookies(folder);
  const { url } = await startProduct(folder);
  const requests = (path) => {
    const request = (cookie) => read(cookie, path);
    return () => fire(url, inTurn(cookies, staffReads, { request, connections: READERS }));
  };
  const paths = pathsOf(examples);
  const all = [...paths, ...BESIDE].map((path) => [path, requests(path)]);
  const { problem, ...results } = await interleave(rounds, Object.fromEntries(all));
  const p99s = Object.entries(results).map(([path, result]) => [path, pick(result, 'p99')]);
  return {
    workload: `first pages of ${staffCases} cases and ${auditRows} audit rows, ${paths.length} filters, ${READERS} readers at once`,
    figures: p99s.map(([path, ms]) => figure(`${path}, p99`, ms, 'ms')),
    goals: p99s
      .filter(([path]) => paths.includes(path) || path === OVERVIEW)
      .map(([path, ms]) =>
        boundGoal(`ms p99, ${path}`, path === OVERVIEW ? OVERVIEW_BOUND_MS : BOUND_MS, ms, 'ms'),
      ),
    problem: problem ?? (await contentProblem(url, cookies[0], auditRows)),
  };
}

/** Every filter that the routes declare, alone and in the combinations of the screens. */
function pathsOf({ assignee, number, sender, from }) {
  const cases = [
    ...['open', 'mine', 'proposed', 'snoozed', 'reports', 'closed'].flatMap((status) =>
      ['due', 'created', 'atRisk'].map((sort) => `status=${status}&sort=${sort}`),
    ),
    ...['due', 'atRisk'].map((sort) => `status=open&sort=${sort}&rule=structuring`),
    ...['due', 'atRisk'].map((sort) => `status=open&sort=${sort}&assignee=${assignee}`),
    'status=open&minAtRisk=2000.00',
    'status=open&sort=atRisk&minAtRisk=2000.00',
    `status=open&from=${from}`,
    `status=closed&to=${from}`,
    // Little of what these read is wanted: they end after the most that one call searches.
    `status=snoozed&rule=over-maximum&minAtRisk=2990.00`,
    `status=proposed&assignee=${assignee}&from=${from}`,
    `number=${number}`,
    'reviewed=true',
  ];
  const audit = [
    '',
    `person=${assignee}`,
    `subject=${sender}`,
    `subject=${number}`,
    ...['look', 'action', 'export', 'CaseAssigned', 'RuleRetired'].map((action) => `action=${action}`),
    `from=${from}`,
    `person=${assignee}&to=${from}`,
  ];
  return [
    ...cases.map((query) => `/api/compliance/cases?limit=50&${query}`),
    ...audit.map((query) => `/api/compliance/audit?limit=50&${query}`),
  ];
}

/** Also read by the screens of the lists. */
const BESIDE = ['/api/compliance/audit-counts', '/api/compliance/case-counts', OVERVIEW];

/** The views have all of it. */
async function contentProblem(url, cookie, auditRows) {
  const { found } = await ask(url, read(cookie, '/api/compliance/audit-counts'));
  const { items } = await ask(url, read(cookie, '/api/compliance/cases?status=open&limit=50'));
  const expected = Math.min(auditRows, 1_001);
  return found === expected && items.length === 50 ? null : `${found} audit rows, ${items.length} open cases`;
}
