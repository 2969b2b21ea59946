import {
  applyDecorators,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  Get,
  Query,
  StreamableFile,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { languageOf } from '../../../http/edge/language.js';
import { ReadsViews, WritesSlowly } from '../../../http/contract/position.interceptor.js';
import { RequireRoles, RequireStepUp, type SignedRequest } from '../../../http/contract/principal.js';
import { Refuses } from '../../../http/contract/refuses.js';
import { WritesDocuments } from '../../../documents/writes-documents.js';
import { TakesUuid, UuidParameter } from '../../../http/contract/validation.js';
import type { Locale } from '../../../kernel/people/accounts.js';
import { caseNumberOf } from '../../../kernel/staff/compliance.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';
import { CaseFileQueryDto } from './case-file.dto.js';
import { ExportCase } from './export-case.command.js';

/** Who asks, with the language of their browser. */
interface Reader {
  readonly uid: string;
  readonly language: Locale;
}
const Reader = createParamDecorator((_: unknown, context: ExecutionContext): Reader => {
  const request = context.switchToHttp().getRequest<SignedRequest>();
  if (!request.user) throw new DomainError('not_found');
  return { uid: request.user.uid, language: languageOf(request) };
});

const WritesFile = () =>
  applyDecorators(
    TakesUuid('id', 'Of the case'),
    WritesDocuments(),
    WritesSlowly(),
    ReadsViews(accountsProjection),
    ApiOkResponse({ schema: { type: 'string', format: 'binary' } }),
  );

/** Everything about a case as a file; each one is recorded before it is made. 404 for a case about the caller. */
@ApiTags('compliance')
@RequireRoles('lead', 'auditor')
@RequireStepUp()
@Refuses('not_found', 'clock_suspect')
@Controller('compliance/cases/:id')
export class CaseFileController {
  constructor(private readonly commands: CommandBus) {}

  /** As JSON: the case, every recorded fact with its place in the log, and what `ops verify-export` checks. */
  @Get('file.json')
  @ApiProduces('application/json')
  @WritesFile()
  json(
    @Reader() reader: Reader,
    @UuidParameter('id') id: string,
    @Query() query: CaseFileQueryDto,
  ): Promise<StreamableFile> {
    return this.file(reader, id, { ...query, format: 'json' });
  }

  /** On paper, with the code that the JSON file of the same content has. */
  @Get('file.pdf')
  @ApiProduces('application/pdf')
  @WritesFile()
  pdf(
    @Reader() reader: Reader,
    @UuidParameter('id') id: string,
    @Query() query: CaseFileQueryDto,
  ): Promise<StreamableFile> {
    return this.file(reader, id, { ...query, format: 'pdf' });
  }

  private async file(
    { uid, language }: Reader,
    caseId: string,
    { lang = language, at, format }: CaseFileQueryDto & { readonly format: 'json' | 'pdf' },
  ): Promise<StreamableFile> {
    const bytes = await this.commands.execute(new ExportCase(uid, { caseId, format, language: lang, at }));
    const type = format === 'pdf' ? 'application/pdf' : 'application/json';
    const name = `flip-case-${caseNumberOf(caseId)}.${format}`;
    return new StreamableFile(bytes, { type, disposition: `attachment; filename="${name}"` });
  }
}
