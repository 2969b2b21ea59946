import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, isoInstant } from '../../../config/clock.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import type { LiftResult } from '../../../kernel/staff/standing.js';
import { LiftSendingPauses } from '../../lifecycle/payment/lift-pauses.js';
import { PauseSending } from '../../lifecycle/payment/pause-sending.js';
import { pauseDecider } from './pause.decider.js';
import { openRequest } from './pauses.rules.js';
import { senderStream } from './transfer.decider.js';

@CommandHandler(PauseSending)
export class PauseSendingHandler implements ICommandHandler<PauseSending> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ pause, context }: PauseSending): Promise<void> {
    const stream = senderStream(pause.uid);
    await this.runner.execute({ decider: pauseDecider, stream, command: pause, context });
  }
}

@CommandHandler(LiftSendingPauses)
export class LiftSendingPausesHandler implements ICommandHandler<LiftSendingPauses> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly clock: Clock,
  ) {}

  async execute({ lift, context }: LiftSendingPauses): Promise<LiftResult> {
    const { selected: waiting } = await this.runner.execute({
      decider: pauseDecider,
      stream: senderStream(lift.uid),
      command: lift,
      context,
      select: ({ pauses }) => openRequest(pauses, isoInstant(this.clock.now()))?.by,
    });
    return waiting === lift.by ? 'requested' : 'done';
  }
}
