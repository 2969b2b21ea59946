import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { KeyPurpose } from '../../config/key-lists.js';
import { newCommandContext } from '../../engine/commands/command-context.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { keyRotationDecider, keysStream } from './key-rotation.decider.js';

/** Records that a key is in use from here on; false when that was recorded before. */
export class RecordRotation extends Command<boolean> {
  constructor(
    readonly purpose: KeyPurpose,
    readonly keyId: string,
    /** Who rotated, recorded as the actor. */
    readonly by: string,
  ) {
    super();
  }
}

@CommandHandler(RecordRotation)
export class RecordRotationHandler implements ICommandHandler<RecordRotation> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ purpose, keyId, by }: RecordRotation): Promise<boolean> {
    const { events } = await this.runner.execute({
      decider: keyRotationDecider,
      stream: keysStream(purpose),
      command: { purpose, keyId },
      context: newCommandContext({ kind: 'system', id: `operator:${by}` }),
    });
    return events.length > 0;
  }
}
