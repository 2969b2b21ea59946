import { Injectable } from '@nestjs/common';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { identityChecksProjection } from './identity-checks.projection.js';

/** The uid of the sender of the identity check. @throws not_found, also for the reader's own check */
@Injectable()
export class GetCheckSender {
  constructor(private readonly views: ViewStore) {}

  /** @param reader the member of staff who asks */
  async execute(requestId: string, reader: string): Promise<string> {
    const check = await this.views.get(identityChecksProjection, requestId);
    if (!check || check.uid === reader) throw new DomainError('not_found');
    return check.uid;
  }
}
