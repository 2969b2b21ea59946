import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Clock, isoInstant } from '../../../config/clock.js';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../http/contract/principal.js';
import type { AccountClosing } from '../../../kernel/people/closing.js';
import { yearsAfter } from '../../../kernel/people/retention.rules.js';
import { GetMoneyUnderWay } from '../../lifecycle/payment/close-sending.js';
import { isStaff } from '../sign-in/open-session.js';

/** What closing the caller's account now would meet; the closing itself decides again. */
@Injectable()
export class GetClosing {
  constructor(
    private readonly commands: CommandBus,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async execute({ uid, roles }: Pick<Principal, 'uid' | 'roles'>): Promise<AccountClosing> {
    const blocking = [...(await this.commands.execute(new GetMoneyUnderWay(uid)))];
    const keptUntil = yearsAfter(isoInstant(this.clock.now()), this.config.RETENTION_YEARS);
    return { possible: blocking.length === 0 && !isStaff(roles), blocking, keptUntil };
  }
}
