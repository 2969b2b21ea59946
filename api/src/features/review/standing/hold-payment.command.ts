import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import type { HoldRequest } from '../../../kernel/staff/compliance.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { Transfers } from '../../lifecycle/state/transfers.js';
import { caseDecider } from '../cases/case.decider.js';
import { caseStream } from '../cases/case-events.rules.js';

/** A lead's decision about the payment of a case's transfer. */
export interface HoldDecision extends HoldRequest {
  readonly type: 'PlaceHold' | 'ReleaseHold';
}

export class HoldPayment extends Command<void> {
  constructor(
    readonly caseId: string,
    /** The uid of the lead. */
    readonly lead: string,
    readonly decision: HoldDecision,
  ) {
    super();
  }
}

/**
 * Holds or releases the payment of a case's transfer; a repeat changes nothing. A closed case places no new holds.
 * @throws not_found, also for a case about the lead and a transfer that is not of the case; case_already_reviewed,
 * payout_submitted, nothing_to_hold, not_held
 */
@CommandHandler(HoldPayment)
export class HoldPaymentHandler implements ICommandHandler<HoldPayment> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly transfers: Transfers,
  ) {}

  async execute({ caseId, lead, decision }: HoldPayment): Promise<void> {
    const { type, transferId, note } = decision;
    const found = await this.runner.query(
      caseDecider,
      caseStream(caseId),
      ({ uid, status, transactions }) => {
        return { uid, status, isAccepted: transactions.get(transferId)?.refused === null };
      },
    );
    if (!found.isAccepted || found.uid === lead) throw new DomainError('not_found');
    if (type === 'PlaceHold' && found.status === 'reviewed') throw new DomainError('case_already_reviewed');
    const { terms } = await this.transfers.stateOf(transferId);
    if (!terms) throw new DomainError('nothing_to_hold');
    const command = { type, caseId, by: 'lead', note } as const;
    await this.transfers.decide(transferId, { kind: 'staff', id: lead }, command);
  }
}
