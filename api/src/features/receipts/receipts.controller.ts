import {
  applyDecorators,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  Get,
  Param,
  Query,
  StreamableFile,
} from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiProduces, ApiTags } from '@nestjs/swagger';
import { languageOf } from '../../http/edge/language.js';
import { Compressed, LimitedTo } from '../../http/edge/route-options.js';
import { ReadsViews, WritesSlowly } from '../../http/contract/position.interceptor.js';
import { CurrentPrincipal, type Principal, type SignedRequest } from '../../http/contract/principal.js';
import { NamesId } from '../../http/contract/validation.js';
import type { Locale } from '../../kernel/people/accounts.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { ReceiptFacts, Statement, Statements as StatementList } from '../../kernel/money/receipts.js';
import { DocumentLanguageDto } from '../../documents/document-language.dto.js';
import { WritesDocuments } from '../../documents/writes-documents.js';
import { Receipts } from './receipts.js';
import { Statements } from './statements.js';
import { transactionsProjection } from '../transfers/history/transactions.projection.js';
import { accountsProjection } from '../accounts/account/accounts.projection.js';

/** As much of a transfer's id as its page shows. */
const ID_IN_NAME = 8;
/** Each reads up to a whole history. */
const STATEMENTS_PER_MINUTE = 120;

/** A signed-in sender's request for a document, with the language of their browser. */
interface DocumentRequest {
  readonly uid: string;
  readonly name: string;
  readonly language: Locale;
}
/** The parameter names the document's part of the path. */
const DocumentRequest = createParamDecorator(
  (parameter: string, context: ExecutionContext): DocumentRequest => {
    const request = context.switchToHttp().getRequest<SignedRequest>();
    const name = (request.params as Readonly<Record<string, unknown>>)[parameter];
    if (!request.user || typeof name !== 'string') throw new DomainError('not_found');
    return { uid: request.user.uid, name, language: languageOf(request) };
  },
);

const TakesTransfer = () => applyDecorators(NamesId('id', "The id of one of the sender's charged transfers"));
const WritesDocument = () =>
  applyDecorators(
    WritesDocuments(),
    WritesSlowly(),
    ReadsViews(transactionsProjection, accountsProjection),
    ApiOkResponse({ schema: { type: 'string', format: 'binary' } }),
  );

/** A sender's receipts and statements. */
@ApiTags('receipts')
@Controller()
export class ReceiptsController {
  constructor(
    private readonly receipts: Receipts,
    private readonly statements: Statements,
  ) {}

  /** The verification code of a charged transfer, with the other facts of its receipt. */
  @Get('transfers/:id/receipt')
  @TakesTransfer()
  @ReadsViews(transactionsProjection, accountsProjection)
  facts(@CurrentPrincipal() { uid }: Principal, @Param('id') id: string): Promise<ReceiptFacts> {
    return this.receipts.facts(uid, id);
  }

  /** The receipt of a charged transfer as PDF. */
  @Get('transfers/:id/receipt.pdf')
  @TakesTransfer()
  @ApiProduces('application/pdf')
  @WritesDocument()
  async pdf(
    @DocumentRequest('id') { uid, name, language }: DocumentRequest,
    @Query() { lang = language }: DocumentLanguageDto,
  ): Promise<StreamableFile> {
    const pdf = await this.receipts.pdf(uid, name, lang);
    return fileOf(pdf, 'application/pdf', `flip-receipt-${name.slice(0, ID_IN_NAME)}.pdf`);
  }

  /** The months with charged transfers, each with a statement. */
  @Get('statements')
  @Compressed()
  @LimitedTo(STATEMENTS_PER_MINUTE)
  @ReadsViews(transactionsProjection)
  list(@CurrentPrincipal() { uid }: Principal): Promise<StatementList> {
    return this.statements.list(uid);
  }

  /** The statement of a month: its charged transfers and their sums. */
  @Get('statements/:month/transfers')
  @Compressed()
  @LimitedTo(STATEMENTS_PER_MINUTE)
  @ApiParam({
    name: 'month',
    description: 'A month up to the present one, like 2026-11',
    schema: { type: 'string', pattern: '^\\d{4}-\\d{2}$' },
  })
  @ReadsViews(transactionsProjection, accountsProjection)
  month(@CurrentPrincipal() { uid }: Principal, @Param('month') month: string): Promise<Statement> {
    return this.statements.of(uid, month);
  }

  /** The statement of a month or of a whole year as PDF or CSV. A PDF names the newest 2,000 transfers. */
  @Get('statements/:file')
  @ApiParam({
    name: 'file',
    description: 'The month or the year, and the format: 2026-11.pdf, 2026-11.csv, 2026.pdf or 2026.csv',
    schema: { type: 'string', pattern: '^\\d{4}(-\\d{2})?\\.(pdf|csv)$' },
  })
  @ApiProduces('application/pdf', 'text/csv')
  @WritesDocument()
  async statement(
    @DocumentRequest('file') { uid, name, language }: DocumentRequest,
    @Query() { lang = language }: DocumentLanguageDto,
  ): Promise<StreamableFile> {
    const [, period, kind] = /^([^.]+)\.(pdf|csv)$/.exec(name) ?? [];
    if (period === undefined) throw new DomainError('not_found');
    const fileName = `flip-statement-${name}`;
    if (kind === 'pdf')
      return fileOf(await this.statements.pdf(uid, period, lang), 'application/pdf', fileName);
    const csv = Buffer.from(await this.statements.csv(uid, period, lang));
    return fileOf(csv, 'text/csv; charset=utf-8', fileName);
  }
}

/** The id or month in the name was found, so that it has no odd characters. */
function fileOf(bytes: Buffer, type: string, name: string): StreamableFile {
  return new StreamableFile(bytes, { type, disposition: `attachment; filename="${name}"` });
}
