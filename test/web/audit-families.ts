import { PAYOUT_FAILURES, PAYOUT_OUTCOMES, REFUND_WAYS } from '@kernel/money/payouts';
import type { PayoutRoute } from '@kernel/money/platforms';
import { STAFF_ROLES } from '@kernel/people/accounts';
import { REASON_KINDS } from '@kernel/staff/access-reasons';
import { AUDIT_ACTIONS, AUDIT_KINDS } from '@kernel/staff/audit';
import { REPORT_KINDS, REVIEW_OUTCOMES, type HoldPlacer, type HoldReleaser } from '@kernel/staff/compliance';
import { FIND_BY } from '@kernel/staff/find';
import { REVEAL_FIELDS } from '@kernel/staff/reveal';
import { SUSPENSION_CAUSES } from '@kernel/staff/standing';
import type { HistoryView } from '../../api/src/features/access/access.decider.js';
import { AUDITED_FACTS } from '../../api/src/features/audit/audit-entries.rules.js';
import { AUDIT_TIMES } from '../../web/src/audit/audit-view.js';
import { every } from './members';

/** The values of facts that have words: codes, never what a person typed. */
const AUDITED_VALUES: Readonly<Record<string, readonly string[]>> = {
  by: [...every<HoldPlacer | HoldReleaser>({ rule: true, review: true, lead: true }), ...FIND_BY],
  // Of a pause, a suspension, and a second factor's end.
  cause: ['case', ...SUSPENSION_CAUSES, 'owner', 'operator'],
  field: [...REVEAL_FIELDS, 'payout'],
  format: ['jsonl', 'csv', 'json', 'pdf'],
  fourEyes: ['true', 'false'],
  kind: [...REPORT_KINDS, 'audit', 'case-file'],
  outcome: [...REVIEW_OUTCOMES, ...PAYOUT_OUTCOMES],
  pause: ['true', 'false'],
  reason: PAYOUT_FAILURES,
  role: STAFF_ROLES,
  route: every<PayoutRoute>({ desk: true, paypal: true }),
  status: ['declined'],
  view: every<HistoryView>({ replay: true, time_machine: true, page: true }),
  way: REFUND_WAYS,
};

/** The families of texts of the audit (text-families.ts). */
export const AUDIT_FAMILIES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'audit.areas.${area}': [Object.keys(AUDIT_ACTIONS)],
  'audit.caseFile.${format}': [['pdf', 'json']],
  'audit.columns.${name}': [['time', 'person', 'kind', 'what', 'on', 'detail']],
  'audit.${end}': [['from', 'to']],
  'audit.facts.${name}': [
    [...new Set(Object.values(AUDITED_FACTS).flat()), 'definition', 'found', 'found_DifferenceSettled'],
  ],
  'audit.formats.${value}': [['jsonl', 'csv']],
  'audit.kindNames.${kind}': [AUDIT_KINDS],
  'audit.kinds.${tab}': [['all', ...AUDIT_KINDS]],
  'audit.names.${action}': [Object.values(AUDIT_ACTIONS).flat()],
  'audit.reasons.${kind}': [REASON_KINDS],
  'audit.times.${value}': [AUDIT_TIMES],
  'audit.kindNames.${action}': [AUDIT_KINDS],
  'audit.values.${fact}': [
    Object.entries(AUDITED_VALUES).flatMap(([fact, values]) => values.map((value) => `${fact}.${value}`)),
  ],
};
