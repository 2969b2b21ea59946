import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../../engine/commands/command-context.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import type { Locale, PersonName } from '../../kernel/people/accounts.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { SubmitKycAnswer } from '../../kernel/people/verification.js';
import { applicantOf } from './applicant.js';
import { InquiryChecks } from './checks/inquiry-checks.js';
import { IdentityVerification, type HostedVisit } from './persona/identity-verification.js';
import { currentRequest, type LatestRequest, type VerificationState } from './verification-state.rules.js';
import { senderStream, type UndatedCommand, verificationDecider } from './verification.decider.js';

/** A continued inquiry may turn out to be closed; a new request then replaces it, once. */
const ROUNDS = 2;

/** Starts an identity check or continues the open one, and returns the URL of its hosted page. */
export class SubmitKyc extends Command<SubmitKycAnswer> {
  constructor(
    readonly uid: string,
    readonly form: {
      readonly consent: boolean;
      /** As on the document; defaults to first and last name. */
      readonly fullName?: string | undefined;
      /** Repeats the check of a confirmed name under this one. */
      readonly newName?: PersonName;
      readonly locale: Locale;
    },
  ) {
    super();
  }
}

/** KycSubmitted → the provider's inquiry → InquiryOpened; a repeat continues where the previous one stopped. */
@CommandHandler(SubmitKyc)
export class SubmitKycHandler implements ICommandHandler<SubmitKyc> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly provider: IdentityVerification,
    private readonly checks: InquiryChecks,
  ) {}

  async execute(command: SubmitKyc): Promise<SubmitKycAnswer> {
    for (let round = 0; round < ROUNDS; round += 1) {
      const request = await this.submit(command);
      const inquiryId = request.inquiryId ?? (await this.open(command.uid, request));
      const visit = { inquiryId, locale: command.form.locale };
      const url =
        request.inquiryId === null
          ? this.provider.hostedUrl(visit)
          : await this.continueInquiry(command.uid, visit);
      if (url !== null) return { requestId: request.requestId, url };
    }
    throw new DomainError('verification_open');
  }

  /** The current request: a new one, or the open one. */
  private async submit({ uid, form }: SubmitKyc): Promise<LatestRequest> {
    const applicant = await applicantOf(this.runner, uid);
    if (!applicant) throw new DomainError('unauthenticated');
    const { consent, locale, newName, fullName: typedName } = form;
    const { emailConfirmed, fullName } = applicant;
    const requestId = randomUUID();
    const names = { typedName, newName, fullName };
    const state = await this.decide(uid, {
      type: 'SubmitKyc',
      requestId,
      ...names,
      locale,
      consent,
      emailConfirmed,
    });
    return openIn(state);
  }

  /** Calls the provider with the request's own key, so that a repeat opens no second inquiry. */
  private async open(uid: string, { requestId, fullName }: LatestRequest): Promise<string> {
    const { inquiryId } = await this.provider.start({ uid, requestId, fullName });
    const state = await this.decide(uid, { type: 'OpenInquiry', requestId, inquiryId });
    return openIn(state).inquiryId ?? inquiryId;
  }

  /** The URL where an open inquiry continues; null when it is closed. */
  private async continueInquiry(uid: string, visit: HostedVisit): Promise<string | null> {
    const status = await this.checks.check({ uid, inquiryId: visit.inquiryId });
    if (status === 'created') return this.provider.hostedUrl(visit);
    return status === 'pending' ? this.provider.resume(visit) : null;
  }

  private async decide(uid: string, command: UndatedCommand): Promise<VerificationState> {
    const { selected } = await this.runner.execute({
      decider: verificationDecider,
      stream: senderStream(uid),
      command,
      context: newCommandContext({ kind: 'sender', id: uid }),
      select: (state) => state,
    });
    return selected;
  }
}

function openIn(state: VerificationState): LatestRequest {
  const request = currentRequest(state);
  if (!request) throw new Error('A submitted request is missing from its stream');
  return request;
}
