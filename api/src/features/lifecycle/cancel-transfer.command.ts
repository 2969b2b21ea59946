import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../../engine/commands/command-context.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import { formatAmount } from '../../kernel/money.js';
import type { Amount, TransferProgress } from '../../kernel/transfers.js';
import type { UndatedLifecycleCommand } from './lifecycle-commands.rules.js';
import { transferStream } from './lifecycle-events.rules.js';
import type { LifecycleState } from './lifecycle-state.rules.js';
import { isUnderWay } from './payment-decisions.rules.js';
import { termsOfSender } from './own-transfer.js';
import { readProgress } from './read-progress.js';
import { transferLifecycle } from './transfer-lifecycle.decider.js';

/**
 * A transfer after a cancel, and the amount returned; null while nobody knows it: the platform decides whether it returns the
 * payout, or the bank whether it reserves the total.
 */
export interface Cancelled {
  readonly progress: TransferProgress;
  readonly returns: Amount | null;
}

/** Cancels a sender's own transfer. A repeat has the same result. @throws not_found, too_late, nothing_to_cancel */
export class CancelTransfer extends Command<Cancelled> {
  constructor(
    readonly uid: string,
    readonly transferId: string,
  ) {
    super();
  }
}

@CommandHandler(CancelTransfer)
export class CancelTransferHandler implements ICommandHandler<CancelTransfer> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly log: EncryptedEventLog,
  ) {}

  async execute({ uid, transferId }: CancelTransfer): Promise<Cancelled> {
    await termsOfSender(this.runner, uid, transferId);
    const command: UndatedLifecycleCommand = { type: 'RequestCancel', cause: 'sender' };
    const { selected: returns } = await this.runner.execute({
      decider: transferLifecycle,
      stream: transferStream(transferId),
      command,
      context: newCommandContext({ kind: 'sender', id: uid }),
      select: returnsOf,
    });
    return { progress: await readProgress(this.log, transferId), returns };
  }
}

/** The reservation or charge that is returned; zero when no card was charged or reserved. */
function returnsOf({ payout, refund, cancel, terms, payment }: LifecycleState): Amount | null {
  if (refund) return formatAmount(refund.cents);
  if (payout) return null;
  if (cancel?.returns) return formatAmount(terms?.totalCents ?? 0);
  return isUnderWay(payment) ? null : formatAmount(0);
}
