import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Config } from '../config/config.js';
import type { UndatedLifecycleCommand } from '../lifecycle/lifecycle-commands.rules.js';
import { CallPayoutRail, type ProviderCall } from '../lifecycle/provider-call.js';
import { Payouts, type PayoutState } from './payouts.js';

/** Calls the payout rail; the payout's id is the transfer's, so that it is paid once. @throws ProviderUnknown */
@CommandHandler(CallPayoutRail)
export class CallPayoutRailHandler implements ICommandHandler<CallPayoutRail> {
  constructor(
    private readonly rail: Payouts,
    private readonly config: Config,
  ) {}

  async execute({ asked }: CallPayoutRail): Promise<UndatedLifecycleCommand> {
    const outcome = await this.call(asked);
    return { type: 'RecordPayout', outcome, refundFees: this.config.REFUND_FEES_ON_RETURN };
  }

  private async call({ call, transferId, state }: ProviderCall): Promise<PayoutState> {
    const { terms } = state;
    if (!terms) throw new Error(`${transferId} has no terms`);
    if (call === 'recall_payout') return this.rail.cancel(transferId);
    const { platform, handle, recipient, amountCents, note } = terms;
    const payout = { payoutId: transferId, transferId, platform, handle, recipient, amountCents, note };
    const found = call === 'poll_payout' ? await this.rail.find(transferId) : null;
    // The rail pays a repeated id once and answers with the first payout.
    return found ?? this.rail.submit(payout);
  }
}
