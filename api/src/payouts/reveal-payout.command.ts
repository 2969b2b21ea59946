import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { accessDecider, accessStreamOf } from '../access/access.decider.js';
import { newCommandContext } from '../commands/command-context.js';
import { CommandRunner } from '../commands/command-runner.js';
import { Clock, isoInstant } from '../config/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import type { RevealedPayout } from '../kernel/payouts.js';
import { transferStream } from '../lifecycle/lifecycle-events.rules.js';
import { transferLifecycle } from '../lifecycle/transfer-lifecycle.decider.js';

export class RevealPayout extends Command<RevealedPayout> {
  constructor(
    readonly transferId: string,
    readonly staffUid: string,
  ) {
    super();
  }
}

/** Who gets a payout, for the operator who pays it; the access is recorded first. @throws not_found, own_account */
@CommandHandler(RevealPayout)
export class RevealPayoutHandler implements ICommandHandler<RevealPayout> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly clock: Clock,
  ) {}

  async execute({ transferId, staffUid }: RevealPayout): Promise<RevealedPayout> {
    const stream = transferStream(transferId);
    const terms = await this.runner.query(transferLifecycle, stream, (state) => state.terms);
    if (!terms) throw new DomainError('not_found');
    const { uid, recipient, handle, note } = terms;
    if (uid === staffUid) throw new DomainError('own_account');
    await this.runner.execute({
      decider: accessDecider,
      stream: accessStreamOf(staffUid, isoInstant(this.clock.now())),
      command: { staffUid, uid, seen: { transferId } },
      context: newCommandContext({ kind: 'staff', id: staffUid }),
    });
    return { recipient, handle, note };
  }
}
