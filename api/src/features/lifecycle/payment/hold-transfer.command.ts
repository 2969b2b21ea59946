import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '../../../event-sourcing/decider.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import type { SenderStreamEvent } from '../../transfers/sending/transfer.decider.js';
import type { Hold } from './case-decisions.saga.js';
import type { UndatedLifecycleCommand } from '../state/lifecycle-commands.rules.js';
import { termsOf, type Terms } from '../state/lifecycle-events.rules.js';
import { Transfers } from '../state/transfers.js';

/** Most events of a sender that are read for a request, newest first: it was recorded a moment ago. */
const NEWEST_LIMIT = 1_000;

export class HoldTransfer extends Command<void> {
  constructor(
    readonly hold: Hold,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/**
 * Places the hold of a rule. An alert can arrive before the first event of its transfer's own stream: then PaymentAwaited is
 * recorded first, as the saga does after a crash. A transfer that is not paid by card is skipped.
 */
@CommandHandler(HoldTransfer)
export class HoldTransferHandler implements ICommandHandler<HoldTransfer> {
  constructor(
    private readonly transfers: Transfers,
    private readonly log: EncryptedEventLog,
  ) {}

  async execute({ hold: { uid, transferId, caseId }, context }: HoldTransfer): Promise<void> {
    const known = await this.transfers.stateOf(transferId);
    const terms = known.terms ?? (await this.requestedTerms(uid, transferId));
    if (!terms) return;
    const commands: readonly UndatedLifecycleCommand[] = [
      { type: 'AwaitPayment', terms },
      { type: 'PlaceHold', caseId, by: 'rule', note: '' },
    ];
    for (const [indexFrom, command] of commands.entries())
      await this.transfers.decide(transferId, { ...context, indexFrom }, command);
  }

  private async requestedTerms(uid: string, transferId: string): Promise<Terms | null> {
    const newest = { backwards: true, limit: NEWEST_LIMIT };
    for await (const event of this.log.read<SenderStreamEvent>(`sender-${uid}`, newest)) {
      if (event.type !== 'TransferRequested' || event.data.transferId !== transferId) continue;
      return event.data.awaitsPayment ? termsOf(event) : null;
    }
    return null;
  }
}
