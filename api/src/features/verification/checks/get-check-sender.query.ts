import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { identityChecksProjection } from './identity-checks.projection.js';

/** The uid of the sender of the identity check. */
export class GetCheckSender extends Query<string> {
  constructor(
    readonly requestId: string,
    /** The member of staff who asks. */
    readonly reader: string,
  ) {
    super();
  }
}

/** @throws not_found, also for the reader's own check */
@QueryHandler(GetCheckSender)
export class GetCheckSenderHandler implements IQueryHandler<GetCheckSender> {
  constructor(private readonly views: ViewStore) {}

  async execute({ requestId, reader }: GetCheckSender): Promise<string> {
    const check = await this.views.get(identityChecksProjection, requestId);
    if (!check || check.uid === reader) throw new DomainError('not_found');
    return check.uid;
  }
}
