import type { CaseDetail, CaseProposal, CaseStep } from '@kernel/staff/compliance';
import { ana, json, renderScreen, type Responses } from './rendered-app';

export const detected = { createdAt: '2026-11-19T12:00:00.000Z', atRisk: '40.00' };
/** An outcome that Robin proposed. */
export const proposedStep: CaseStep = {
  type: 'OutcomeProposed',
  at: '2026-11-21T12:00:00.000Z',
  by: 'robin',
  name: 'Robin Lindqvist',
  text: 'Todo igual.',
  outcome: 'suspicious',
  assigneeName: null,
  until: null,
  seen: '0000000000000041',
  report: null,
};
/** An open case. */
export const found: CaseDetail = {
  id: 'case-one',
  number: 'C-case-o',
  uid: 'sender-uid',
  transactionId: 't-1',
  alert: { reason: 'velocity', txs: ['t-1'] },
  txCount: 1,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  reviewed: false,
  status: 'open',
  openedAgain: null,
  assignee: null,
  assigneeName: null,
  leftBy: null,
  snoozedUntil: null,
  pause: false,
  reportDueAt: null,
  reportFiledAt: null,
  proposerName: null,
  proposal: null,
  needsSecondPerson: false,
  position: '0000000000000042',
  steps: [],
  ruleId: 'velocity',
  definition: {
    name: 'Velocity',
    where: {},
    measure: 'attempts',
    atLeast: '3',
    within: 'PT1H',
    action: 'hold',
  },
  ruleVersion: 1,
  outcome: null,
  note: null,
  reviewedBy: null,
  reviewedAt: null,
  reviewerName: null,
  dueAt: '2026-12-20T12:00:00.000Z',
  atRisk: '20.00',
  atRiskCents: 2_000,
  attempted: '20.00',
  attempts: [],
  action: 'flag',
  parameters: { count: 3, windowMs: 3_600_000, from: '0.01', below: null },
  sender: {
    uid: 'sender-uid',
    displayName: 'A…',
    verification: 'unverified',
    states: ['suspended'],
    requested30Days: '20.00',
    refused30Days: 0,
    otherCases: [
      { id: 'case-two', reviewed: false, ruleId: 'velocity', outcome: null, ...detected },
      { id: 'case-three', reviewed: true, ruleId: 'structuring', outcome: 'cleared', ...detected },
    ],
  },
};

/** How many cases each list has. */
export const caseCounts = { open: 1, mine: 0, proposed: 0, snoozed: 0, reports: 0, closed: 0 };

/** Opens the case in Spanish, as an analyst. */
export function openCase(routes: Responses = {}, renderAt = renderScreen) {
  localStorage.setItem('language', 'es');
  return renderAt('/compliance/cases/case-one', {
    'GET /me': () => json({ ...ana, roles: ['sender', 'analyst'], hasSecondFactor: true, locale: 'es' }),
    'GET /compliance/cases/case-one': () => json(found),
    'GET /compliance/cases/case-one/same-handle': () => json({ items: [], cut: false }),
    'GET /compliance/case-assignees': () => json({ items: [] }),
    'GET /compliance/case-counts': () => json(caseCounts),
    'GET /compliance/cases': () => json({ items: [], nextCursor: null, cut: false }),
    ...routes,
  });
}
/** What waits for a lead. */
export const proposal: CaseProposal = {
  outcome: 'suspicious',
  reason: 'Todo al mismo usuario.',
  pause: true,
  seen: '42',
  by: 'robin',
  name: 'Robin Lindqvist',
  at: '2026-11-21T12:00:00.000Z',
};
/** The case with it. */
export const proposed: CaseDetail = { ...found, status: 'proposed', proposal };
