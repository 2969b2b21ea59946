import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { within } from '../../../engine/waiting/time-limit.js';
import { ProviderUnknown } from '../../../engine/providers/provider-unknown.js';
import type { UndatedLifecycleCommand } from '../state/lifecycle-commands.rules.js';
import type { LifecycleState } from '../state/lifecycle-state.rules.js';
import { ProviderCalls } from '../worker/provider-calls.js';
import { Transfers } from '../state/transfers.js';

/** Longest that a person waits for the processor. */
const ANSWER_LIMIT_MS = 2_000;
const SYSTEM = { kind: 'system', id: 'disputes' } as const;

/** Asks the processor for the disputes of a transfer's charge and records those that no webhook has reported. */
export class AskForDisputes extends Command<void> {
  constructor(readonly transferId: string) {
    super();
  }
}

/** Before money leaves by a person's decision. Without a response the log decides, and the daily run queries again. */
@CommandHandler(AskForDisputes)
export class AskForDisputesHandler implements ICommandHandler<AskForDisputes> {
  constructor(
    private readonly transfers: Transfers,
    private readonly calls: ProviderCalls,
  ) {}

  async execute({ transferId }: AskForDisputes): Promise<void> {
    const state = await this.transfers.stateOf(transferId);
    if (!state.payment?.paymentRef) return;
    for (const dispute of await this.disputesOf(transferId, state))
      await this.transfers.decide(transferId, SYSTEM, dispute);
  }

  private disputesOf(transferId: string, state: LifecycleState): Promise<readonly UndatedLifecycleCommand[]> {
    const tooLate = () => new ProviderUnknown('The card processor did not list the disputes in time');
    return within(this.calls.disputesOf(transferId, state), ANSWER_LIMIT_MS, tooLate).catch(
      (error: unknown) => {
        if (error instanceof ProviderUnknown) return [];
        throw error;
      },
    );
  }
}
