import { applyDecorators, Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { ReadsViews, WritesSlowly } from '../../http/contract/position.interceptor.js';
import {
  CurrentPrincipal,
  RequireRoles,
  RequireStepUp,
  type Principal,
} from '../../http/contract/principal.js';
import { Refuses } from '../../http/contract/refuses.js';
import { LimitedTo } from '../../http/edge/route-options.js';
import { DomainError } from '../../kernel/domain-error.js';
import { AuditFilterDto } from './audit-query.dto.js';
import { auditProjection } from './audit.projection.js';
import { ExportAudit } from './exports/export-audit.command.js';
import type { ExportFormat } from './exports/export-lines.js';

const EXPORTS_PER_MINUTE = 10;

const Exports = () =>
  applyDecorators(
    LimitedTo(EXPORTS_PER_MINUTE),
    WritesSlowly(),
    ReadsViews(auditProjection),
    ApiOkResponse({ schema: { type: 'string', format: 'binary' } }),
  );

/** The audit as a file that `ops verify-export` compares with the log; each export is recorded before it is made. */
@ApiTags('compliance')
@RequireRoles('lead', 'auditor')
@RequireStepUp()
@Refuses('not_found', 'clock_suspect')
@Controller('compliance')
export class ExportsController {
  constructor(private readonly commands: CommandBus) {}

  /** One JSON object per line: the oldest event first, the manifest last. */
  @Get('audit.jsonl')
  @ApiProduces('application/x-ndjson')
  @Exports()
  jsonl(@CurrentPrincipal() principal: Principal, @Query() filter: AuditFilterDto): Promise<StreamableFile> {
    return this.file(principal, filter, 'jsonl');
  }

  /** The same in columns, times in UTC; the last row is the manifest. */
  @Get('audit.csv')
  @ApiProduces('text/csv')
  @Exports()
  csv(@CurrentPrincipal() principal: Principal, @Query() filter: AuditFilterDto): Promise<StreamableFile> {
    return this.file(principal, filter, 'csv');
  }

  private async file(
    { uid: reader }: Principal,
    filter: AuditFilterDto,
    format: ExportFormat,
  ): Promise<StreamableFile> {
    if (filter.subject === reader) throw new DomainError('not_found');
    const content = await this.commands.execute(new ExportAudit({ reader, filter: { ...filter } }, format));
    const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
    return new StreamableFile(content, { type, disposition: `attachment; filename="flip-audit.${format}"` });
  }
}
