import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { Secrets } from '../../../config/runtime.js';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { blindIndex } from '../../../engine/vault/blind-index.js';
import type { LiftResult } from '../../../kernel/staff/standing.js';
import { JudgeAccount, type Judgment } from '../../access/judge-account.js';
import { LiftSendingPauses } from '../../lifecycle/payment/lift-pauses.js';
import { PauseSending } from '../../lifecycle/payment/pause-sending.js';
import { requireOtherAccount } from '../reveal/other-account.js';

export type SenderJudgment = 'pause' | 'resume' | Judgment['type'];

export class JudgeSender extends Command<LiftResult> {
  constructor(
    readonly judgment: SenderJudgment,
    readonly of: { readonly uid: string; readonly reason: string },
    /** The uid of the lead. */
    readonly by: string,
  ) {
    super();
  }
}

/**
 * A pause and a suspension by a lead act at once; ending one takes two leads. A legal hold takes one, and so does its end.
 * @throws not_found, also for the lead's own account; suspended_by_operations, account_erased, already_on_hold, not_on_hold
 */
@CommandHandler(JudgeSender)
export class JudgeSenderHandler implements ICommandHandler<JudgeSender> {
  constructor(
    private readonly commands: CommandBus,
    private readonly log: EncryptedEventLog,
    private readonly secrets: Secrets,
  ) {}

  async execute({ judgment, of: { uid, reason }, by }: JudgeSender): Promise<LiftResult> {
    await requireOtherAccount(this.log, uid, by);
    const context = newCommandContext({ kind: 'staff', id: by });
    if (judgment === 'resume')
      return this.commands.execute(new LiftSendingPauses({ type: 'LiftPauses', uid, reason, by }, context));
    if (judgment !== 'pause')
      return this.commands.execute(new JudgeAccount({ type: judgment, uid, reason, by }));
    const cause = { causeId: this.causeIdOf({ uid, reason, by }), cause: 'lead', reason, by, uid } as const;
    await this.commands.execute(new PauseSending({ type: 'PauseSending', ...cause }, context));
    return 'done';
  }

  /** The same for a repeat; without the key it reveals no reason. */
  private causeIdOf({
    uid,
    reason,
    by,
  }: {
    readonly uid: string;
    readonly reason: string;
    readonly by: string;
  }): string {
    return uuidV5(blindIndex(this.secrets.blindIndexKey, 'pause', JSON.stringify([by, reason])), uid);
  }
}
