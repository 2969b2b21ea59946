import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { StoreUnavailable } from '../../../engine/storage/store-unavailable.js';
import type { MoneyUnderWay as UnderWay } from '../../../kernel/people/closing.js';
import { CloseSending, EndSending, GetMoneyUnderWay } from '../../lifecycle/payment/close-sending.js';
import { senderStream, transferDecider } from '../sending/transfer.decider.js';
import { closingDecider } from './closing.decider.js';
import { MoneyUnderWay } from './money-under-way.js';

/** A sender who sends again and again meanwhile keeps the account open. */
const LOOKS_LIMIT = 5;

@CommandHandler(GetMoneyUnderWay)
export class GetMoneyUnderWayHandler implements ICommandHandler<GetMoneyUnderWay> {
  constructor(private readonly money: MoneyUnderWay) {}

  execute({ uid }: GetMoneyUnderWay): Promise<readonly UnderWay[]> {
    return this.money.shown(uid);
  }
}

/** Checks every accepted send, then closes at the stream's revision: a send that was accepted in between is checked too. */
@CommandHandler(CloseSending)
export class CloseSendingHandler implements ICommandHandler<CloseSending> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly money: MoneyUnderWay,
  ) {}

  async execute({ uid }: CloseSending): Promise<readonly UnderWay[]> {
    const stream = senderStream(uid);
    if (await this.runner.query(transferDecider, stream, ({ closed }) => closed)) return [];
    for (let looks = 0; looks < LOOKS_LIMIT; looks += 1) {
      const { acceptedThrough, underWay } = await this.money.look(uid);
      if (underWay.length > 0) return underWay;
      const { selected: closed } = await this.runner.execute({
        ...closing(uid, acceptedThrough),
        select: (state) => state.closed,
      });
      if (closed) return [];
    }
    throw new StoreUnavailable('The sender sends while the account is being closed');
  }
}

@CommandHandler(EndSending)
export class EndSendingHandler implements ICommandHandler<EndSending> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ uid }: EndSending): Promise<void> {
    await this.runner.execute(closing(uid, Infinity));
  }
}

const closing = (uid: string, acceptedThrough: number) => ({
  decider: closingDecider,
  stream: senderStream(uid),
  command: { acceptedThrough },
  context: newCommandContext({ kind: 'sender', id: uid }),
});
