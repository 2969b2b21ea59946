import { documentsOf } from '../../../engine/view-store/pages-of.js';
import type { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { fullNameOf, REVIEW_ROLES } from '../../../kernel/people/accounts.js';
import type { CaseItem, SuspiciousTransaction } from '../../../kernel/staff/compliance.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';
import type { NameOf } from './people-names.js';

/** Everybody who can work on cases now, with their names, by their last names. */
export async function readReviewers(views: ViewStore): Promise<ReadonlyMap<string, string>> {
  const staff = await documentsOf(views, accountsProjection, { by: 'byStaff', where: { isStaff: true } });
  const reviewers = staff.filter(({ roles }) => REVIEW_ROLES.some((role) => roles.includes(role)));
  return new Map(reviewers.map((account) => [account.uid, fullNameOf(account)]));
}

/** Whether a case is unassigned: never given to a colleague, or to one who has left. */
export const isNobodys = (
  { assignee }: Pick<SuspiciousTransaction, 'assignee'>,
  reviewers: ReadonlyMap<string, string>,
): boolean => assignee === null || !reviewers.has(assignee);

/** The reviewer of a case; a closed one keeps the person who closed it. */
export async function assignmentOf(
  { assignee, reviewed }: Pick<SuspiciousTransaction, 'assignee' | 'reviewed'>,
  reviewers: ReadonlyMap<string, string>,
  nameOf: NameOf,
): Promise<Pick<CaseItem, 'assignee' | 'assigneeName' | 'leftBy'>> {
  const name = assignee && (await nameOf(assignee));
  if (reviewed || !isNobodys({ assignee }, reviewers)) return { assignee, assigneeName: name, leftBy: null };
  return { assignee: null, assigneeName: null, leftBy: name };
}
