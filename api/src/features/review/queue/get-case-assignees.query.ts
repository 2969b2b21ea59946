import { Injectable } from '@nestjs/common';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import type { CaseAssignees } from '../../../kernel/staff/compliance.js';
import { readReviewers } from './reviewers.js';

/** The analysts and leads, by their last names. */
@Injectable()
export class GetCaseAssignees {
  constructor(private readonly views: ViewStore) {}

  async execute(): Promise<CaseAssignees> {
    const reviewers = await readReviewers(this.views);
    return { items: [...reviewers].map(([uid, name]) => ({ uid, name })) };
  }
}
