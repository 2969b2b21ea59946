import { Injectable } from '@nestjs/common';
import type { CommandContext } from '../event-sourcing/decider.js';
import { newCommandContext } from '../commands/command-context.js';
import { CommandRunner } from '../commands/command-runner.js';
import { Config } from '../config/config.js';
import { IdentityVerification, type InquiryStanding } from './persona/identity-verification.js';
import {
  type ProviderStatus,
  senderStream,
  type UndatedCommand,
  verificationDecider,
  verifies,
} from './verification.decider.js';

/** An inquiry and whose it is. */
export interface OwnInquiry {
  readonly uid: string;
  readonly inquiryId: string;
}

/** News to be held against the sender's stream. */
export interface InquiryNews extends OwnInquiry {
  readonly providerStatus: ProviderStatus;
  readonly providerEventId: string | null;
  readonly providerAt: string;
}

/** Looks at inquiries at the provider and records what is new on the sender's own stream. */
@Injectable()
export class InquiryLooks {
  /** Looks that are under way: whoever asks meanwhile shares the answer. */
  private readonly underWay = new Map<string, Promise<ProviderStatus>>();

  constructor(
    private readonly provider: IdentityVerification,
    private readonly runner: CommandRunner,
    private readonly config: Config,
  ) {}

  /** The status at the provider, recorded when it is new. @throws verification_unavailable */
  look(inquiry: OwnInquiry): Promise<ProviderStatus> {
    const known = this.underWay.get(inquiry.inquiryId);
    if (known) return known;
    const look = this.fetchAndRecord(inquiry).finally(() => this.underWay.delete(inquiry.inquiryId));
    this.underWay.set(inquiry.inquiryId, look);
    return look;
  }

  /** Where the inquiry stands now, recording nothing. @throws verification_unavailable */
  standing(inquiryId: string): Promise<InquiryStanding> {
    return this.provider.fetch(inquiryId);
  }

  /** Whether this status at the provider makes a sender verified. */
  verifies(status: ProviderStatus): boolean {
    return verifies(status, this.config.PERSONA_VERIFIED_ON);
  }

  /** Decides whether news change anything, and records it. */
  async record({ uid, ...news }: InquiryNews, context: CommandContext): Promise<void> {
    const { PERSONA_VERIFIED_ON: verifiedOn } = this.config;
    const command: UndatedCommand = { type: 'ApplyProviderStatus', ...news, verifiedOn };
    await this.runner.execute({ decider: verificationDecider, stream: senderStream(uid), command, context });
  }

  private async fetchAndRecord(inquiry: OwnInquiry): Promise<ProviderStatus> {
    const { status, asOf } = await this.standing(inquiry.inquiryId);
    const news = { ...inquiry, providerStatus: status, providerEventId: null, providerAt: asOf };
    await this.record(news, newCommandContext({ kind: 'provider', id: 'persona' }));
    return status;
  }
}
