import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Config } from '../../../config/config.js';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { positionIn } from '../../../engine/event-store/event-store.port.js';
import { REVIEW_ROLES, type StaffRole } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { AccountEvent } from '../../accounts/account/account-events.rules.js';
import type { Seen, StaffAction } from './case-decisions.rules.js';
import { caseStream, type CaseEvent } from './case-events.rules.js';
import { caseDecider } from './case.decider.js';

/** An action without what the handler adds to it. */
type Wanted<Action> = Action extends StaffAction ? Omit<Action, 'seenRevision' | 'fourEyesCents'> : never;
export type CaseAction = Wanted<StaffAction>;

export class WorkCase extends Command<void> {
  constructor(
    readonly caseId: string,
    /** The uid of who acts. */
    readonly by: string,
    readonly action: CaseAction,
  ) {
    super();
  }
}

/**
 * One step of the work on a case; the first person who acts on an unassigned case takes it.
 * @throws not_found, also for a case about the person who acts; case_already_reviewed, case_changed, already_proposed,
 *   nothing_proposed, needs_second_person, case_not_reviewed, report_filed, no_report_filed,
 *   no_report_due, filed_in_future, filed_before_attempts, snooze_out_of_range, not_assignable, position_ahead
 */
@CommandHandler(WorkCase)
export class WorkCaseHandler implements ICommandHandler<WorkCase> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly log: EncryptedEventLog,
    private readonly config: Config,
  ) {}

  async execute({ caseId, by, action: wanted }: WorkCase): Promise<void> {
    const action = await this.complete(caseId, wanted, by);
    const command = { ...action, by, left: await this.leftAssignee(caseId, by) };
    await this.runner.execute({
      decider: caseDecider,
      stream: caseStream(caseId),
      command,
      context: newCommandContext({ kind: 'staff', id: by }),
    });
  }

  private async complete(caseId: string, action: CaseAction, by: string): Promise<StaffAction> {
    const { REVIEW_FOUR_EYES_CENTS: fourEyesCents } = this.config;
    switch (action.type) {
      case 'propose':
      case 'approve':
        return { ...action, ...(await this.seen(caseId, action.seen)), fourEyesCents };
      case 'review':
        return { ...action, fourEyesCents };
      case 'assign':
        if (action.assignee !== null) await this.requireAssignable(caseId, action.assignee, by);
        return action;
      default:
        return action;
    }
  }

  /**
   * The last event up to the position: an event recorded during the read is later, so that the decider finds it unseen.
   * @throws position_ahead for one that no page can have shown
   */
  private async seen(caseId: string, claimed: string): Promise<Seen> {
    const seen = positionIn(claimed);
    if (seen > (await this.log.head())) throw new DomainError('position_ahead');
    let seenRevision = -1n;
    for await (const { position, revision } of this.log.read<CaseEvent>(caseStream(caseId), { lazily: true }))
      if (position <= seen) seenRevision = revision;
    return { seen, seenRevision };
  }

  private async requireAssignable(caseId: string, assignee: string, by: string): Promise<void> {
    const about = await this.runner.query(caseDecider, caseStream(caseId), ({ uid }) => uid);
    // First: any other refusal would confirm that there is a case about the caller.
    if (about === '' || about === by) throw new DomainError('not_found');
    if (!(await this.worksOnCases(assignee))) throw new DomainError('not_assignable');
  }

  private async leftAssignee(caseId: string, by: string): Promise<string | null> {
    const assignee = await this.runner.query(caseDecider, caseStream(caseId), (state) => state.assignee);
    if (assignee === null || assignee === by) return null;
    return (await this.worksOnCases(assignee)) ? null : assignee;
  }

  private async worksOnCases(uid: string): Promise<boolean> {
    const roles = new Set<StaffRole>();
    for await (const { type, data } of this.log.read<AccountEvent>(`account-${uid}`, { lazily: true })) {
      if (type === 'RoleGranted') roles.add(data.role);
      if (type === 'RoleRevoked') roles.delete(data.role);
    }
    return REVIEW_ROLES.some((role) => roles.has(role));
  }
}
