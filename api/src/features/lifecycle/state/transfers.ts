import { Injectable } from '@nestjs/common';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import type { CommandContext } from '../../../event-sourcing/decider.js';
import type { Actor, StreamEvent } from '../../../event-sourcing/event.js';
import type { TransferProgress } from '../../../kernel/money/transfers.js';
import type { UndatedLifecycleCommand } from './lifecycle-commands.rules.js';
import {
  transferStream,
  type LifecycleEvent,
  type PaymentCard,
  type Terms,
} from './lifecycle-events.rules.js';
import type { LifecycleState } from './lifecycle-state.rules.js';
import { initialProgress, progressAfter } from './progress.rules.js';
import { transferLifecycle } from './transfer-lifecycle.decider.js';

/** The card that pays, and the request's id: a repeat under the same id is the same attempt. */
export interface ChosenCard {
  readonly card: PaymentCard;
  readonly requestId: string;
}

/** What a command recorded (nothing for a repeat), and the transfer afterwards. */
export interface DecidedTransfer {
  readonly events: readonly StreamEvent<LifecycleEvent>[];
  readonly state: LifecycleState;
}

/** Decides transfers, each on its own stream, and reads them from there: no view has to know them. */
@Injectable()
export class Transfers {
  constructor(
    private readonly runner: CommandRunner,
    private readonly log: EncryptedEventLog,
  ) {}

  /** `by`: who decides, or the context of the saga that does. @throws the refusals of the command */
  async decide(
    transferId: string,
    by: Actor | CommandContext,
    command: UndatedLifecycleCommand,
  ): Promise<DecidedTransfer> {
    const { events, selected } = await this.runner.execute({
      decider: transferLifecycle,
      stream: transferStream(transferId),
      command,
      context: 'commandId' in by ? by : newCommandContext(by),
      select: (state) => state,
    });
    return { events, state: selected };
  }

  stateOf(transferId: string): Promise<LifecycleState> {
    return this.runner.query(transferLifecycle, transferStream(transferId), (state) => state);
  }

  /** What its sender sees of it. */
  async progressOf(transferId: string): Promise<TransferProgress> {
    let progress = initialProgress();
    for await (const event of this.log.read<LifecycleEvent>(transferStream(transferId)))
      progress = progressAfter(progress, event);
    return progress;
  }

  /** The report of a problem's number. */
  async problemText(transferId: string, problemId: string): Promise<string | undefined> {
    for await (const { type, data } of this.log.read<LifecycleEvent>(transferStream(transferId)))
      if (type === 'ProblemReported' && data.problemId === problemId) return data.text;
    return undefined;
  }

  /**
   * Records that a requested transfer is to be paid by card, which the worker then does, or that it waits for a card.
   * @throws not_payable
   */
  async pay(terms: Terms, chosen: ChosenCard | null): Promise<TransferProgress> {
    const { transferId, uid } = terms;
    const { events } = await this.decide(
      transferId,
      { kind: 'sender', id: uid },
      chosen ? { type: 'RequestPayment', terms, ...chosen } : { type: 'AwaitPayment', terms },
    );
    // These are the stream's first events, so there is nothing else to read.
    if (events[0]?.revision === 0n) return events.reduce(progressAfter, initialProgress());
    return this.progressOf(transferId);
  }
}
