import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Secrets } from '../../../config/runtime.js';
import { blindIndex } from '../../../engine/vault/blind-index.js';
import { CurrentPrincipal, RequireRoles, type Principal } from '../../../http/contract/principal.js';
import { Refuses } from '../../../http/contract/refuses.js';
import { HISTORY_ROLES } from '../../../kernel/people/accounts.js';
import type { FindResult } from '../../../kernel/staff/find.js';
import { requiredReason } from '../../access/access-reason.dto.js';
import { FindDto } from './find.dto.js';
import { FindSubjects } from './find-subjects.query.js';
import { LogSearch } from '../../access/log-access.js';

/** Senders and transfers by an exact value. */
@ApiTags('compliance')
@RequireRoles(...HISTORY_ROLES)
@Controller('compliance/find')
export class FindController {
  constructor(
    private readonly commands: CommandBus,
    private readonly findSubjects: FindSubjects,
    private readonly secrets: Secrets,
  ) {}

  /** Masked summaries of whom and what has exactly this value, never the caller; the search is recorded before they are shown. */
  @Post()
  @Refuses('reason_required', 'not_found', 'clock_suspect')
  @HttpCode(200)
  async find(
    @CurrentPrincipal() { uid: reader }: Principal,
    @Body() { by, value, reason: given }: FindDto,
  ): Promise<FindResult> {
    const reason = requiredReason(given);
    const { uids, found } = await this.findSubjects.execute(reader, by, value);
    const valueIndex = blindIndex(this.secrets.blindIndexKey, 'find', `${by}\n${value.toLowerCase()}`);
    const recording = this.commands.execute(new LogSearch(reader, { by, valueIndex, uids, reason }));
    return found.shownAfter(recording);
  }
}
