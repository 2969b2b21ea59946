import { Controller, Get, HttpCode, Post, Query, Req, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { DocumentLanguageDto } from '../../documents/document-language.dto.js';
import { Clock, isoInstant } from '../../config/clock.js';
import {
  CurrentPrincipal,
  type Principal,
  RequireStepUp,
  type SignedRequest,
} from '../../http/contract/principal.js';
import { Refuses } from '../../http/contract/refuses.js';
import { languageOf } from '../../http/edge/language.js';
import { LimitedTo } from '../../http/edge/route-options.js';
import type { DataExport } from '../../kernel/people/personal-data.js';
import { DataExports } from './data-exports.js';
import { ExportData } from './export-data.js';

/** Each writes everything about a person; the budget of requests limits them further. */
const DOWNLOADS_PER_MINUTE = 10;

/** The download of one's own data. */
@ApiTags('accounts')
@Controller('me')
export class ExportController {
  constructor(
    private readonly exports: DataExports,
    private readonly exportData: ExportData,
    private readonly clock: Clock,
  ) {}

  /** Whether a download was requested, and how far it is. */
  @Get('export')
  state(@CurrentPrincipal() { uid }: Principal): Promise<DataExport> {
    return this.exports.stateOf(uid);
  }

  /** Opens the download for an hour and mails the person so; again while it is open: the same one. */
  @Post('export')
  @RequireStepUp()
  @Refuses('too_many_attempts')
  @HttpCode(202)
  request(@CurrentPrincipal() { uid }: Principal): Promise<DataExport> {
    return this.exports.request(uid);
  }

  /** Everything about the person as a ZIP file, written while it is read; one at a time, three times for each request. */
  @Get('export.zip')
  @RequireStepUp()
  @LimitedTo(DOWNLOADS_PER_MINUTE)
  @Refuses('not_found', 'export_under_way', 'busy')
  @ApiProduces('application/zip')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async zip(
    @CurrentPrincipal() { uid }: Principal,
    @Req() request: SignedRequest,
    @Query() { lang = languageOf(request) }: DocumentLanguageDto,
  ): Promise<StreamableFile> {
    const content = await this.exportData.download({ uid, language: lang });
    const name = `flip-data-${isoInstant(this.clock.now()).slice(0, 10)}.zip`;
    return new StreamableFile(content, {
      type: 'application/zip',
      disposition: `attachment; filename="${name}"`,
    });
  }
}
