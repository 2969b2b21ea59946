import { STAFF_ROLES } from '../../../kernel/people/accounts.js';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ReadsViews } from '../../../http/contract/position.interceptor.js';
import { RequireRoles } from '../../../http/contract/principal.js';
import type { Ledger } from '../../../kernel/money/payouts.js';
import { GetLedger } from './get-ledger.query.js';
import { LedgerQueryDto } from './ledger.dto.js';
import { strayChargesProjection } from '../../lifecycle/strays/stray-charges.projection.js';
import { ledgerProjection } from '../../lifecycle/reconcile/ledger.projection.js';

/** Where charged money went, for staff. */
@ApiTags('compliance')
@RequireRoles(...STAFF_ROLES)
@Controller('compliance/ledger')
export class LedgerController {
  constructor(private readonly getLedger: GetLedger) {}

  /** What became of the money charged on each of the last UTC days: delivered, kept as fees, refunded or open; and of charges that no transfer has recorded. */
  @Get()
  @ReadsViews(ledgerProjection, strayChargesProjection)
  ledger(@Query() { days }: LedgerQueryDto): Promise<Ledger> {
    return this.getLedger.execute(Number(days));
  }
}
