import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Clock, isoInstant } from '../../../config/clock.js';
import { Config } from '../../../config/config.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { yearsAfter } from '../../../kernel/people/retention.rules.js';
import type { SenderState } from '../../../kernel/staff/sender-states.js';
import type { ErasureDue } from '../../../kernel/staff/standing.js';
import { GetErasureDue } from '../../access/get-erasure-due.js';
import { senderStandingProjection, statesOf, type StandingDocument } from './sender-standing.projection.js';

/** The unusual states of senders now, and when their data is to be erased. */
@Injectable()
export class SenderStates {
  constructor(
    private readonly views: ViewStore,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async of(uid: string): Promise<SenderState[]> {
    const standing = await this.views.get(senderStandingProjection, uid);
    return standing ? statesOf(standing, await this.isDue(standing)) : [];
  }

  /** Null while the account is open, and once its data is erased. */
  async erasureOf({ uid, closedAt, erasedAt }: StandingDocument): Promise<ErasureDue | null> {
    return closedAt === null || erasedAt !== null ? null : this.commands.execute(new GetErasureDue(uid));
  }

  private async isDue(standing: StandingDocument): Promise<boolean> {
    const now = isoInstant(this.clock.now());
    const { closedAt } = standing;
    // It is never due earlier, and then nothing has to be read for it.
    if (closedAt === null || yearsAfter(closedAt, this.config.RETENTION_YEARS) > now) return false;
    const erasure = await this.erasureOf(standing);
    return erasure !== null && erasure.dueAt <= now;
  }
}
