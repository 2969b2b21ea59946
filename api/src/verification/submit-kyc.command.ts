import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../commands/command-context.js';
import { CommandRunner } from '../commands/command-runner.js';
import type { Locale } from '../kernel/accounts.js';
import { DomainError } from '../kernel/domain-error.js';
import type { SubmitKycAnswer } from '../kernel/verification.js';
import { applicantOf } from './applicant.js';
import { InquiryLooks } from './inquiry-looks.js';
import { IdentityVerification, type HostedVisit } from './persona/identity-verification.js';
import {
  type LatestRequest,
  senderStream,
  type UndatedCommand,
  verificationDecider,
  type VerificationState,
} from './verification.decider.js';

/** A continued inquiry may turn out to be over, so that a new request takes its place: once. */
const ROUNDS = 2;

/** Starts an identity check, or continues the one that is open, and answers where its hosted page is. */
export class SubmitKyc extends Command<SubmitKycAnswer> {
  constructor(
    readonly uid: string,
    readonly form: {
      readonly consent: boolean;
      /** First and last name without it. */
      readonly fullName: string | undefined;
      readonly locale: Locale;
    },
  ) {
    super();
  }
}

/** KycSubmitted → the provider's inquiry → InquiryOpened; a repeat goes on where the one before was cut off. */
@CommandHandler(SubmitKyc)
export class SubmitKycHandler implements ICommandHandler<SubmitKyc> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly provider: IdentityVerification,
    private readonly looks: InquiryLooks,
  ) {}

  async execute(command: SubmitKyc): Promise<SubmitKycAnswer> {
    for (let round = 0; round < ROUNDS; round += 1) {
      const request = await this.submit(command);
      const inquiryId = request.inquiryId ?? (await this.open(command.uid, request));
      const visit = { inquiryId, locale: command.form.locale };
      const url =
        request.inquiryId === null ? this.provider.hostedUrl(visit) : await this.goOn(command.uid, visit);
      if (url !== null) return { requestId: request.requestId, url };
    }
    throw new DomainError('verification_open');
  }

  /** The request that counts now: a new one, or the open one. */
  private async submit({ uid, form }: SubmitKyc): Promise<LatestRequest> {
    const applicant = await applicantOf(this.runner, uid);
    if (!applicant) throw new DomainError('unauthenticated');
    const { consent, locale } = form;
    const fullName = form.fullName ?? applicant.fullName;
    const { emailConfirmed } = applicant;
    const state = await this.decide(uid, {
      type: 'SubmitKyc',
      requestId: randomUUID(),
      ...{ fullName, locale, consent, emailConfirmed },
    });
    return latestOf(state);
  }

  /** Asks the provider under the request's own key, so that asking twice opens one inquiry. */
  private async open(uid: string, { requestId, fullName }: LatestRequest): Promise<string> {
    const { inquiryId } = await this.provider.start({ uid, requestId, fullName });
    const state = await this.decide(uid, { type: 'OpenInquiry', requestId, inquiryId });
    return latestOf(state).inquiryId ?? inquiryId;
  }

  /** Where an open inquiry goes on; null when it is not open any more. */
  private async goOn(uid: string, visit: HostedVisit): Promise<string | null> {
    const status = await this.looks.look({ uid, inquiryId: visit.inquiryId });
    if (status === 'created') return this.provider.hostedUrl(visit);
    return status === 'pending' ? this.provider.resume(visit) : null;
  }

  private async decide(uid: string, command: UndatedCommand): Promise<VerificationState> {
    const { answer } = await this.runner.execute({
      decider: verificationDecider,
      stream: senderStream(uid),
      command,
      context: newCommandContext({ kind: 'sender', id: uid }),
      answer: (state) => state,
    });
    return answer;
  }
}

function latestOf({ latest }: VerificationState): LatestRequest {
  if (!latest) throw new Error('A submitted request is missing on its stream');
  return latest;
}
