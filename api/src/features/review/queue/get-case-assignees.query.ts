import { Injectable } from '@nestjs/common';
import { documentsOf } from '../../../engine/view-store/pages-of.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { fullNameOf, REVIEW_ROLES } from '../../../kernel/people/accounts.js';
import type { CaseAssignees } from '../../../kernel/staff/compliance.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';

/** The analysts and leads, by their last names. */
@Injectable()
export class GetCaseAssignees {
  constructor(private readonly views: ViewStore) {}

  async execute(): Promise<CaseAssignees> {
    const staff = await documentsOf(this.views, accountsProjection, {
      by: 'byStaff',
      where: { isStaff: true },
    });
    const reviewers = staff.filter(({ roles }) => REVIEW_ROLES.some((role) => roles.includes(role)));
    return { items: reviewers.map((account) => ({ uid: account.uid, name: fullNameOf(account) })) };
  }
}
