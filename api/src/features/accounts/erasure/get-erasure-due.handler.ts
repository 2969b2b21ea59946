import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Config } from '../../../config/config.js';
import { keptBy, retentionEndsAt } from '../../../kernel/people/retention.rules.js';
import type { ErasureDue } from '../../../kernel/staff/standing.js';
import { GetErasureDue } from '../../access/get-erasure-due.js';
import { GetRetention } from './get-retention.query.js';

/** By the same rules as the erasure itself, which decides again. */
@CommandHandler(GetErasureDue)
export class GetErasureDueHandler implements ICommandHandler<GetErasureDue> {
  constructor(
    private readonly config: Config,
    private readonly retention: GetRetention,
  ) {}

  async execute({ uid }: GetErasureDue): Promise<ErasureDue | null> {
    const facts = await this.retention.shown(uid);
    const dueAt = retentionEndsAt(facts, this.config.RETENTION_YEARS);
    return dueAt === null ? null : { dueAt, keptBy: keptBy(facts) };
  }
}
