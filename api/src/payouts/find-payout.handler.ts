import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { FindPayout } from '../lifecycle/provider-lookup.js';
import { Payouts } from './payouts.js';

/** Finds a payout at its rail. */
@QueryHandler(FindPayout)
export class FindPayoutHandler implements IQueryHandler<FindPayout> {
  constructor(private readonly rail: Payouts) {}

  execute({ transferId, payoutRef }: FindPayout) {
    return this.rail.find({ payoutId: transferId, payoutRef });
  }
}
