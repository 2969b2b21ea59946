import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { isoInstant, Clock } from '../../config/clock.js';
import { newCommandContext } from '../../engine/commands/command-context.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { Config } from '../../config/config.js';
import { applicantOf } from './applicant.js';
import { nextStep } from './verification-state.rules.js';
import { senderStream, type UndatedCommand, verificationDecider } from './verification.decider.js';

/** Verifies a demo user through the same decisions as any sender, without a provider. Test mode only. */
export class VerifyDemoSender extends Command<void> {
  constructor(readonly uid: string) {
    super();
  }
}

@CommandHandler(VerifyDemoSender)
export class VerifyDemoSenderHandler implements ICommandHandler<VerifyDemoSender> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async execute({ uid }: VerifyDemoSender): Promise<void> {
    if (!this.config.TEST_MODE) throw new Error('Demo users exist only in test mode');
    const applicant = await applicantOf(this.runner, uid);
    if (!applicant) throw new Error('The demo user has no account');
    const requestId = uuidV5('demo-verification', uid);
    const inquiryId = `inq_demo_${requestId}`;
    const steps: readonly UndatedCommand[] = [
      { type: 'SubmitKyc', requestId, consent: true, ...applicant },
      { type: 'OpenInquiry', requestId, inquiryId },
      {
        type: 'ApplyProviderStatus',
        inquiryId,
        providerStatus: 'approved',
        providerEventId: null,
        providerAt: isoInstant(this.clock.now()),
        verifiedOn: 'approved',
      },
    ];
    if (await this.isVerified(uid)) return;
    for (const command of steps) await this.decide(uid, command);
  }

  private isVerified(uid: string): Promise<boolean> {
    return this.runner.query(verificationDecider, senderStream(uid), (state) => nextStep(state) === 'none');
  }

  private async decide(uid: string, command: UndatedCommand): Promise<void> {
    const context = newCommandContext({ kind: 'system', id: 'demo' });
    await this.runner.execute({ decider: verificationDecider, stream: senderStream(uid), command, context });
  }
}
