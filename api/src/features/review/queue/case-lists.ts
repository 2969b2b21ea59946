import type { ViewQuery } from '../../../engine/view-store/view-store.port.js';
import type {
  CaseList,
  CaseSort,
  FraudRuleId,
  SuspiciousTransaction,
} from '../../../kernel/staff/compliance.js';

/** Which cases to list. */
export interface CasesFilter {
  /** The member of staff who reads them: staff never see a case about their own account. */
  readonly reader: string;
  /** Undefined = by `reviewed`. */
  readonly list?: CaseList | undefined;
  /** Undefined = open ones, then reviewed ones. */
  readonly reviewed?: boolean | undefined;
  /** Those whose number begins like this, in any state; everything else except the reader is ignored. */
  readonly number?: string | undefined;
  readonly rule?: FraudRuleId | undefined;
  readonly assignee?: string | undefined;
  /** Instants between which the case was detected. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly minAtRiskCents?: number | undefined;
  readonly sort?: CaseSort | undefined;
}

type Source = Pick<ViewQuery, 'by' | 'where' | 'desc' | 'from' | 'to'>;

/** The index that has the cases in the wanted order, with as few others as possible. */
export function sourceOf(filter: CasesFilter): Source {
  const { list, number } = filter;
  if (number !== undefined) return { by: 'byNumber', where: {}, from: number, to: `${number}~` };
  if (list === 'reports') return { by: 'byReportDue', where: { outcome: 'suspicious' } };
  const reviewed = filter.reviewed ?? list === 'closed';
  const { sort = reviewed ? 'created' : 'due', minAtRiskCents } = filter;
  const { by, where } = narrowest(filter, reviewed);
  if (sort === 'atRisk')
    return {
      by: `${by}AtRisk`,
      where,
      desc: true,
      ...(minAtRiskCents !== undefined && { from: minAtRiskCents }),
    };
  return { by, where, desc: sort === 'created', ...detectedWithin(filter) };
}

function narrowest(
  { list, reader, assignee, rule }: CasesFilter,
  reviewed: boolean,
): Pick<Source, 'by' | 'where'> {
  const person = list === 'mine' ? reader : assignee;
  if (person !== undefined) return { by: 'byAssignee', where: { assignee: person, reviewed } };
  if (rule !== undefined) return { by: 'byRule', where: { ruleId: rule, reviewed } };
  if (list === 'proposed' || list === 'snoozed') return { by: 'byStatus', where: { status: list } };
  return { by: 'byReviewed', where: { reviewed } };
}

const detectedWithin = ({ from, to }: CasesFilter): Pick<Source, 'from' | 'to'> => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});

/** The case as it is now: it is open again once the time of its snooze has come. */
export function currentCase<Case extends SuspiciousTransaction>(found: Case, now: string): Case {
  if (found.status !== 'snoozed' || (found.snoozedUntil ?? '') > now) return found;
  return { ...found, status: 'open', snoozedUntil: null };
}

/** Whether a current case belongs to what is wanted; an index can hold others. */
export function isWanted(found: SuspiciousTransaction, filter: CasesFilter): boolean {
  if (found.uid === filter.reader) return false;
  return filter.number !== undefined || (isListed(found, filter) && isNarrowed(found, filter));
}

function isNarrowed(found: SuspiciousTransaction, filter: CasesFilter): boolean {
  const { rule, assignee, from = '', to, minAtRiskCents = 0 } = filter;
  const isOf = rule === undefined || found.ruleId === rule;
  const isTheirs = assignee === undefined || found.assignee === assignee;
  const isWithin = found.createdAt >= from && (to === undefined || found.createdAt < to);
  return isOf && isTheirs && isWithin && found.atRiskCents >= minAtRiskCents;
}

function isListed(found: SuspiciousTransaction, { list, reviewed, reader }: CasesFilter): boolean {
  if (reviewed !== undefined && found.reviewed !== reviewed) return false;
  switch (list) {
    case undefined:
      return true;
    case 'mine':
      return found.assignee === reader;
    case 'reports':
      return found.reportDueAt !== null;
    default:
      return found.status === list;
  }
}
