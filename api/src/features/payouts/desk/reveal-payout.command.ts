import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AccessLog } from '../../access/access-log.js';
import { Clock } from '../../../config/clock.js';
import { Config } from '../../../config/config.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { mayReveal, type DeskTask, type RevealedPayout } from '../../../kernel/money/payouts.js';
import type { LifecycleState } from '../../lifecycle/state/lifecycle-state.rules.js';
import { Transfers } from '../../lifecycle/state/transfers.js';
import { shownKindOf, taskKindOf, unknownBefore } from './desk-tasks.rules.js';

export class RevealPayout extends Command<RevealedPayout> {
  constructor(
    readonly transferId: string,
    readonly staffUid: string,
  ) {
    super();
  }
}

/**
 * Reveals a payout's recipient to the operator who pays it or looks it up; the access is recorded first.
 * @throws not_found, not_revealed
 */
@CommandHandler(RevealPayout)
export class RevealPayoutHandler implements ICommandHandler<RevealPayout> {
  constructor(
    private readonly transfers: Transfers,
    private readonly access: AccessLog,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async execute({ transferId, staffUid }: RevealPayout): Promise<RevealedPayout> {
    const state = await this.transfers.stateOf(transferId);
    if (!state.terms || state.terms.uid === staffUid) throw new DomainError('not_found');
    const { uid, recipient, handle, note } = state.terms;
    const claimedBy = state.payout?.operator ?? null;
    if (!mayReveal(this.kindOf(state), { claimedBy, uid: staffUid })) throw new DomainError('not_revealed');
    await this.access.record(staffUid, { uid, transferId, field: 'payout', reason: '' });
    return { recipient, handle, note };
  }

  private kindOf(state: LifecycleState): DeskTask['kind'] {
    const before = unknownBefore(this.clock.now(), this.config.DESK_OUTCOME_MINUTES);
    return shownKindOf({ kind: taskKindOf(state), state }, before);
  }
}
