import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Config } from '../../../config/config.js';
import { Secrets } from '../../../config/runtime.js';
import { Documents } from '../../../documents/documents.js';
import { DocumentTexts } from '../../../documents/document-texts.js';
import { macFor, type Mac } from '../../../engine/vault/mac.js';
import type { Locale } from '../../../kernel/people/accounts.js';
import { CaseFile, contentHashOf } from './case-file.js';
import { caseFilePaper } from './case-file-pdf.js';
import { codeOf, EXPORTED_VIEWS, sealed, type CaseFileManifest } from './export-manifest.js';
import { ExportRecord } from './export-record.js';

interface WantedCaseFile {
  readonly caseId: string;
  readonly format: 'json' | 'pdf';
  readonly language: Locale;
  /** As of this position; now without it. */
  readonly at: string | undefined;
}

export class ExportCase extends Command<Buffer> {
  constructor(
    /** The member of staff who gets it. */
    readonly reader: string,
    readonly wanted: WantedCaseFile,
  ) {
    super();
  }
}

/** Everything about a case as a file, recorded before it is made. @throws not_found, also for a case about the reader; busy */
@CommandHandler(ExportCase)
export class ExportCaseHandler implements ICommandHandler<ExportCase> {
  private readonly mac: Mac;

  constructor(
    private readonly file: CaseFile,
    private readonly record: ExportRecord,
    private readonly texts: DocumentTexts,
    private readonly documents: Documents,
    private readonly config: Config,
    secrets: Secrets,
  ) {
    this.mac = macFor(secrets, 'export');
  }

  async execute({ reader, wanted: { caseId, format, language, at } }: ExportCase): Promise<Buffer> {
    const uid = await this.file.subjectOf(caseId, reader);
    const recorded = await this.record.make(reader, {
      exportId: randomUUID(),
      kind: 'case-file',
      format,
      subject: caseId,
      uid,
      person: null,
      action: null,
      from: null,
      to: null,
    });
    const content = await this.file.contentOf(caseId, at);
    const sha256 = contentHashOf(content);
    const { exportId, by, at: madeAt, through } = recorded;
    const manifest: CaseFileManifest = {
      export: 1,
      kind: 'case-file',
      view: EXPORTED_VIEWS['case-file'],
      exportId,
      by,
      at: madeAt,
      through,
      caseId,
      asOf: content.case.asOf,
      count: content.facts.length,
      code: codeOf(this.mac, { caseId, sha256 }),
      sha256,
    };
    if (format === 'pdf') {
      const texts = this.texts.in(language, 'casefile');
      return this.documents.write(caseFilePaper({ content, manifest }, texts, this.config));
    }
    return Buffer.from(
      `${JSON.stringify({ caseFile: 1, ...content, manifest: sealed(manifest, this.mac) })}\n`,
    );
  }
}
