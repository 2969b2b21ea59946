import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, isoInstant } from '../../../config/clock.js';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import type { LiftResult } from '../../../kernel/staff/standing.js';
import { JudgeAccount, type Judgment } from '../../access/judge-account.js';
import { accountDecider, accountStream } from './account.decider.js';
import { openReinstatement } from './administration.rules.js';
import { OneTimeTokens } from '../passwords/one-time-tokens.js';
import { SessionStore } from '../sessions/session-store.js';

/** A suspension ends every session; a repeat of it records nothing and ends those that are left. */
@CommandHandler(JudgeAccount)
export class JudgeAccountHandler implements ICommandHandler<JudgeAccount> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly clock: Clock,
    private readonly sessions: SessionStore,
    private readonly tokens: OneTimeTokens,
  ) {}

  async execute({ judgment }: JudgeAccount): Promise<LiftResult> {
    const { type, uid, by } = judgment;
    const { selected: waiting } = await this.runner.execute({
      decider: accountDecider,
      stream: accountStream(uid),
      command: commandOf(judgment),
      context: newCommandContext({ kind: 'staff', id: by }),
      select: ({ account }) =>
        openReinstatement(account?.suspension ?? null, isoInstant(this.clock.now()))?.by,
    });
    if (type === 'suspend') {
      await this.sessions.endAll(uid);
      await this.tokens.withdraw(uid, 'reset-password');
      return 'done';
    }
    return type === 'reinstate' && waiting === by ? 'requested' : 'done';
  }
}

function commandOf({ type, reason, by }: Judgment) {
  switch (type) {
    case 'suspend':
      return { type: 'SuspendAccount', cause: 'lead', reason, by } as const;
    case 'reinstate':
      return { type: 'ReinstateAccount', cause: 'lead', reason, by } as const;
    case 'place-legal-hold':
      return { type: 'PlaceLegalHold', reason, by } as const;
    case 'lift-legal-hold':
      return { type: 'LiftLegalHold', reason, by } as const;
  }
}
