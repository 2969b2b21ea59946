import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { FindPayout } from '../lifecycle/provider-lookup.js';
import { Payouts } from './payouts.js';

/** Asks the rail for a payout by our id. */
@QueryHandler(FindPayout)
export class FindPayoutHandler implements IQueryHandler<FindPayout> {
  constructor(private readonly rail: Payouts) {}

  execute({ transferId }: FindPayout) {
    return this.rail.find(transferId);
  }
}
