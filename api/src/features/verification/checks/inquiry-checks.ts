import { Injectable } from '@nestjs/common';
import type { CommandContext } from '../../../event-sourcing/decider.js';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { Config } from '../../../config/config.js';
import { IdentityVerification, type InquiryStatus } from '../persona/identity-verification.js';
import type { ProviderStatus } from '../verification-events.rules.js';
import { senderStream, type UndatedCommand, verificationDecider, verifies } from '../verification.decider.js';

/** An inquiry and its sender. */
export interface SenderInquiry {
  readonly uid: string;
  readonly inquiryId: string;
}

/** A status to compare with the sender's stream. */
export interface InquiryStatusUpdate extends SenderInquiry {
  readonly providerStatus: ProviderStatus;
  readonly providerEventId: string | null;
  readonly providerAt: string;
}

/** Checks inquiries with the provider and records changes on the sender's own stream. */
@Injectable()
export class InquiryChecks {
  /** Checks in progress by inquiry; concurrent callers share the result. */
  private readonly inProgress = new Map<string, Promise<ProviderStatus>>();

  constructor(
    private readonly provider: IdentityVerification,
    private readonly runner: CommandRunner,
    private readonly config: Config,
  ) {}

  /** The provider's current status, recorded when it is new. @throws verification_unavailable */
  check(inquiry: SenderInquiry): Promise<ProviderStatus> {
    const known = this.inProgress.get(inquiry.inquiryId);
    if (known) return known;
    const check = this.fetchAndRecord(inquiry).finally(() => this.inProgress.delete(inquiry.inquiryId));
    this.inProgress.set(inquiry.inquiryId, check);
    return check;
  }

  /** The provider's current status, not recorded. @throws verification_unavailable */
  fetch(inquiryId: string): Promise<InquiryStatus> {
    return this.provider.fetch(inquiryId);
  }

  /** Whether this provider status makes a sender verified. */
  verifies(status: ProviderStatus): boolean {
    return verifies(status, this.config.PERSONA_VERIFIED_ON);
  }

  /** Records the update if it changes anything. */
  async record({ uid, ...update }: InquiryStatusUpdate, context: CommandContext): Promise<void> {
    const { PERSONA_VERIFIED_ON: verifiedOn } = this.config;
    const command: UndatedCommand = { type: 'ApplyProviderStatus', ...update, verifiedOn };
    await this.runner.execute({ decider: verificationDecider, stream: senderStream(uid), command, context });
  }

  private async fetchAndRecord(inquiry: SenderInquiry): Promise<ProviderStatus> {
    const { status, asOf } = await this.fetch(inquiry.inquiryId);
    const update = { ...inquiry, providerStatus: status, providerEventId: null, providerAt: asOf };
    await this.record(update, newCommandContext({ kind: 'provider', id: 'persona' }));
    return status;
  }
}
