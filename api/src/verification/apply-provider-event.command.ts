import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '../event-sourcing/decider.js';
import { CommandRunner } from '../commands/command-runner.js';
import { DomainError } from '../kernel/domain-error.js';
import { InquiryLooks, type InquiryNews } from './inquiry-looks.js';
import { InquiryOwners } from './inquiry-owners.js';
import type { InquiryUpdate } from './provider-events.saga.js';
import { isOpen, senderStream, verificationDecider } from './verification.decider.js';

export class ApplyProviderEvent extends Command<void> {
  constructor(
    readonly update: InquiryUpdate,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/**
 * Compares a recorded update with the sender's own stream. The stream decides whose inquiry it is, not the webhook; and
 * nobody becomes verified by a webhook alone: the provider is queried again.
 */
@CommandHandler(ApplyProviderEvent)
export class ApplyProviderEventHandler implements ICommandHandler<ApplyProviderEvent> {
  private readonly logger = new Logger('verification');

  constructor(
    private readonly runner: CommandRunner,
    private readonly owners: InquiryOwners,
    private readonly looks: InquiryLooks,
  ) {}

  async execute({ update, context }: ApplyProviderEvent): Promise<void> {
    const { inquiryId, referenceId, position } = update;
    const uid = referenceId ?? (await this.owners.ownerOf(inquiryId, position));
    const request = uid === null ? null : await this.latestWith(uid, inquiryId);
    if (uid === null || request === null) {
      this.logger.warn(`webhook ${update.eventId} names an inquiry that is not its person's latest: ignored`);
      return;
    }
    const confirmed = await this.confirmed(uid, update, request);
    if (confirmed) await this.looks.record(confirmed, context);
  }

  /** The sender's latest request when it holds this inquiry. */
  private latestWith(uid: string, inquiryId: string): Promise<{ readonly isOpen: boolean } | null> {
    return this.runner.inspect(verificationDecider, senderStream(uid), (state) =>
      state.latest?.inquiryId === inquiryId ? { isOpen: isOpen(state) } : null,
    );
  }

  /** Replaces an update that would verify a sender with the provider's current status; null leaves it to the next check. */
  private async confirmed(
    uid: string,
    update: InquiryUpdate,
    request: { readonly isOpen: boolean },
  ): Promise<InquiryNews | null> {
    const { inquiryId, eventId: providerEventId, providerStatus, providerAt } = update;
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
