import { Injectable } from '@nestjs/common';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import type { RecordedEvent } from '../../../event-sourcing/event.js';
import type { Principal } from '../../../http/contract/principal.js';
import { HISTORY_ROLES } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { maskHandle, maskName, maskText } from '../../../kernel/text/masks.js';
import { formatAmount } from '../../../kernel/money/money.js';
import type { DeskTransfer } from '../../../kernel/money/payouts.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';
import {
  newestCasesOf,
  suspiciousTransactionsProjection,
} from '../../review/cases/suspicious-transactions.projection.js';
import { transferStream, type LifecycleEvent } from '../../lifecycle/state/lifecycle-events.rules.js';
import { initialProgress, progressAfter } from '../../lifecycle/state/progress.rules.js';
import { deskTasksProjection, isPaid, type PaidTask } from './desk-tasks.projection.js';
import { PresentTasks } from './present-tasks.js';

type Problems = DeskTransfer['problems'];

/**
 * What its sender sees of a transfer that is or was a task, so that an operator can tell where the money is. What a
 * sender must not learn is not in it either.
 * @throws not_found also for a transfer that is not the desk's business, and for the reader's own
 */
@Injectable()
export class GetDeskTransfer {
  constructor(
    private readonly views: ViewStore,
    private readonly log: EncryptedEventLog,
    private readonly present: PresentTasks,
  ) {}

  async execute(transferId: string, reader: Pick<Principal, 'uid' | 'roles'>): Promise<DeskTransfer> {
    const task = await this.views.get(deskTasksProjection, transferId);
    if (!task || !isPaid(task) || task.state.terms.uid === reader.uid) throw new DomainError('not_found');
    if (task.state.problems.length === 0 && this.present.kindOf(task) === null)
      throw new DomainError('not_found');
    const { uid, recipient, handle, platform, amountCents, totalCents, requestedAt } = task.state.terms;
    const account = await this.views.get(accountsProjection, uid);
    return {
      transferId,
      sender: maskName(account),
      recipient: maskText(recipient),
      handle: maskHandle(handle),
      platform,
      amount: formatAmount(amountCents),
      total: formatAmount(totalCents),
      createdAt: requestedAt,
      ...(await this.historyOf(transferId)),
      caseId: HISTORY_ROLES.some((role) => reader.roles.includes(role)) ? await this.caseOf(task) : null,
    };
  }

  private async historyOf(transferId: string) {
    let progress = initialProgress();
    const problems: Problems = [];
    for await (const recorded of this.log.read(transferStream(transferId))) {
      const event = recorded as RecordedEvent<LifecycleEvent>;
      progress = progressAfter(progress, event);
      addTo(problems, event);
    }
    return { ...progress, problems };
  }

  private async caseOf({ id, state: { terms } }: PaidTask): Promise<string | null> {
    const { items } = await this.views.find(suspiciousTransactionsProjection, newestCasesOf(terms.uid));
    return items.find(({ alert }) => alert.txs.includes(id))?.id ?? null;
  }
}

function addTo(problems: Problems, { type, data, metadata }: RecordedEvent<LifecycleEvent>): void {
  if (type === 'ProblemReported')
    problems.push({
      number: data.problemId,
      text: data.text,
      reportedAt: metadata.at,
      answer: null,
      answeredAt: null,
    });
  if (type !== 'ProblemResolved') return;
  const place = problems.findIndex(({ number }) => number === data.problemId);
  const problem = problems[place];
  if (problem) problems[place] = { ...problem, answer: data.answer, answeredAt: metadata.at };
}
