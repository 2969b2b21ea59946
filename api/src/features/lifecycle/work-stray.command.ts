import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StrayCharges, type StrayDecision } from './stray-charges.js';

/**
 * What an operator decides about a stray charge.
 * @throws not_found, own_account, not_claimable, report_differs, second_person_needed
 */
export class WorkStray extends Command<void> {
  constructor(
    readonly paymentRef: string,
    readonly operator: string,
    readonly decision: StrayDecision,
  ) {
    super();
  }
}

@CommandHandler(WorkStray)
export class WorkStrayHandler implements ICommandHandler<WorkStray> {
  constructor(private readonly strays: StrayCharges) {}

  execute({ paymentRef, operator, decision }: WorkStray): Promise<void> {
    return this.strays.work(paymentRef, operator, decision);
  }
}
