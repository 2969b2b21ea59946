import { pickSend } from '../kernel/transfers.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../config/clock.js';
import { Config } from '../config/config.js';
import { ProviderUnknown } from '../config/provider-unknown.js';
import type { UndatedLifecycleCommand } from '../lifecycle/lifecycle-commands.rules.js';
import { CallPayoutRail, type ProviderCall } from '../lifecycle/provider-call.js';
import { Payouts, type PayoutState } from './payouts.js';

/** The rail forgets a payout's id after 30 days, and would pay it a second time (docs/providers.md). */
const ID_LIFE_MS = 29 * 24 * 60 * 60_000;

/** Calls the payout rail; the payout's id is the transfer's, so that it is paid once. @throws ProviderUnknown */
@CommandHandler(CallPayoutRail)
export class CallPayoutRailHandler implements ICommandHandler<CallPayoutRail> {
  constructor(
    private readonly rail: Payouts,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async execute({ request }: CallPayoutRail): Promise<UndatedLifecycleCommand> {
    const outcome = await this.call(request);
    return { type: 'RecordPayout', outcome, refundFees: this.config.REFUND_FEES_ON_RETURN };
  }

  private async call({ call, transferId, state }: ProviderCall): Promise<PayoutState> {
    const { terms, payout: recorded } = state;
    if (!terms || !recorded) throw new Error(`${transferId} has no payout`);
    const { payoutRef } = recorded;
    if (payoutRef !== null) {
      const named = { payoutId: transferId, payoutRef };
      return call === 'recall_payout' ? this.rail.cancel(named) : this.rail.find(named);
    }
    const payout = { ...pickSend(terms), payoutId: transferId, transferId };
    if (this.clock.now() - Date.parse(recorded.submittedAt) > ID_LIFE_MS)
      throw new ProviderUnknown('The rail may have forgotten the id: an operator has to look the payout up');
    // The rail pays a repeated id once and returns the first payout.
    return this.rail.submit(payout);
  }
}
