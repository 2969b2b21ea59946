import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { fullNameOf } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { CheckDetail, CheckStep } from '../../../kernel/staff/identity-checks.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';
import {
  identityChecksProjection,
  type IdentityCheck,
} from '../../verification/checks/identity-checks.projection.js';
import { presentCheck } from './get-checks.query.js';
import { SubjectSummaries } from '../find/subject-summaries.js';

/**
 * One identity check with its changes and a masked summary of its sender.
 * @throws not_found, also for the reader's own check
 */
@Injectable()
export class GetCheck {
  constructor(
    private readonly views: ViewStore,
    private readonly clock: Clock,
    private readonly summaries: SubjectSummaries,
  ) {}

  /** @param reader the member of staff who reads it */
  async execute(id: string, reader: string): Promise<CheckDetail> {
    const check = await this.views.get(identityChecksProjection, id);
    if (!check || check.uid === reader) throw new DomainError('not_found');
    const [item, steps, [sender]] = await Promise.all([
      presentCheck(this.views, check, this.clock.now()),
      Promise.all(check.steps.map((step) => this.present(step))),
      this.summaries.ofSenders([check.uid]),
    ]);
    return { ...item, steps, sender: sender ?? null };
  }

  private async present({ by, ...step }: IdentityCheck['steps'][number]): Promise<CheckStep> {
    const account = by === null ? null : await this.views.get(accountsProjection, by);
    return { ...step, name: by === null ? null : account ? fullNameOf(account) : by };
  }
}
