import { Logger } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '../event-sourcing/decider.js';
import { CommandRunner } from '../commands/command-runner.js';
import { DomainError } from '../kernel/domain-error.js';
import { InquiryLooks, type InquiryNews } from './inquiry-looks.js';
import { InquiryOwners } from './inquiry-owners.js';
import type { ApplyProviderEvent } from './provider-events.saga.js';
import { isOpen, senderStream, verificationDecider } from './verification.decider.js';

export class ApplyProviderEventCommand {
  constructor(
    readonly news: ApplyProviderEvent,
    readonly context: CommandContext,
  ) {}
}

/**
 * Holds recorded news against the sender's own stream. Whose inquiry it is, the stream says and not the webhook; and
 * nobody becomes verified by a webhook alone: the provider is asked again.
 */
@CommandHandler(ApplyProviderEventCommand)
export class ApplyProviderEventHandler implements ICommandHandler<ApplyProviderEventCommand> {
  private readonly logger = new Logger('verification');

  constructor(
    private readonly runner: CommandRunner,
    private readonly owners: InquiryOwners,
    private readonly looks: InquiryLooks,
  ) {}

  async execute({ news, context }: ApplyProviderEventCommand): Promise<void> {
    const { inquiryId, referenceId, position } = news;
    const uid = referenceId ?? (await this.owners.ownerOf(inquiryId, position));
    const request = uid === null ? null : await this.latestWith(uid, inquiryId);
    if (uid === null || request === null) {
      this.logger.warn(`webhook ${news.eventId} names an inquiry that is not its person's latest: ignored`);
      return;
    }
    const confirmed = await this.confirmed(uid, news, request);
    if (confirmed) await this.looks.record(confirmed, context);
  }

  /** The sender's latest request when it holds this inquiry. */
  private latestWith(uid: string, inquiryId: string): Promise<{ readonly isOpen: boolean } | null> {
    return this.runner.inspect(verificationDecider, senderStream(uid), (state) =>
      state.latest?.inquiryId === inquiryId ? { isOpen: isOpen(state) } : null,
    );
  }

  /** News that would verify somebody give way to what the provider says now; null leaves it to the next look. */
  private async confirmed(
    uid: string,
    news: ApplyProviderEvent,
    request: { readonly isOpen: boolean },
  ): Promise<InquiryNews | null> {
    const { inquiryId, eventId: providerEventId, providerStatus, providerAt } = news;
    const told = { uid, inquiryId, providerStatus, providerEventId, providerAt };
    if (!this.looks.verifies(providerStatus)) return told;
    try {
      const { status, asOf } = await this.looks.standing(inquiryId);
      return this.looks.verifies(status) ? told : { ...told, providerStatus: status, providerAt: asOf };
    } catch (error) {
      // An open inquiry is looked at every few minutes anyway; a closed one has to be tried again, then parked.
      if (request.isOpen && error instanceof DomainError) return null;
      throw error;
    }
  }
}
