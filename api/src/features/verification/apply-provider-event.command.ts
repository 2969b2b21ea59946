import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '../../event-sourcing/decider.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { DomainError } from '../../kernel/domain-error.js';
import { InquiryChecks, type InquiryStatusUpdate } from './checks/inquiry-checks.js';
import { InquiryOwners } from './inquiry-owners.js';
import type { InquiryUpdate } from './provider-events.saga.js';
import { requestOf } from './verification-state.rules.js';
import { senderStream, verificationDecider } from './verification.decider.js';
import { isUnderWay } from '../../kernel/people/verification.js';

export class ApplyProviderEvent extends Command<void> {
  constructor(
    readonly update: InquiryUpdate,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/**
 * Compares a recorded update with the sender's own stream. The stream decides to whom the inquiry belongs, not the webhook; and
 * a webhook alone never verifies anyone: the provider is queried again.
 */
@CommandHandler(ApplyProviderEvent)
export class ApplyProviderEventHandler implements ICommandHandler<ApplyProviderEvent> {
  private readonly logger = new Logger('verification');

  constructor(
    private readonly runner: CommandRunner,
    private readonly owners: InquiryOwners,
    private readonly checks: InquiryChecks,
  ) {}

  async execute({ update, context }: ApplyProviderEvent): Promise<void> {
    const { inquiryId, referenceId, position } = update;
    const uid = referenceId ?? (await this.owners.ownerOf(inquiryId, position));
    const request = uid === null ? null : await this.requestWith(uid, inquiryId);
    if (uid === null || request === null) {
      this.logger.warn(`webhook ${update.eventId} names an inquiry that is not the sender's latest: ignored`);
      return;
    }
    const confirmed = await this.confirmed(uid, update, request);
    if (confirmed) await this.checks.record(confirmed, context);
  }

  /** The sender's request that holds this inquiry, unless a later one has taken its place. */
  private requestWith(uid: string, inquiryId: string): Promise<{ readonly isOpen: boolean } | null> {
    return this.runner.query(verificationDecider, senderStream(uid), (state) => {
      const request = requestOf(state, inquiryId);
      return request && { isOpen: isUnderWay(request.status) };
    });
  }

  /** Replaces a verifying update with the provider's current status; null leaves it to the next check. */
  private async confirmed(
    uid: string,
    update: InquiryUpdate,
    request: { readonly isOpen: boolean },
  ): Promise<InquiryStatusUpdate | null> {
    const { inquiryId, eventId: providerEventId, providerStatus, providerAt } = update;
    const statusUpdate = { uid, inquiryId, providerStatus, providerEventId, providerAt };
    if (!this.checks.verifies(providerStatus)) return statusUpdate;
    try {
      const { status, asOf } = await this.checks.fetch(inquiryId);
      return this.checks.verifies(status)
        ? statusUpdate
        : { ...statusUpdate, providerStatus: status, providerAt: asOf };
    } catch (error) {
      // The worker checks an open inquiry every few minutes anyway; for a closed one the event is retried, then parked.
      if (request.isOpen && error instanceof DomainError) return null;
      throw error;
    }
  }
}
