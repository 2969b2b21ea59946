import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Secrets } from '../../../config/runtime.js';
import { macFor, type Mac } from '../../../engine/vault/mac.js';
import { AuditEvents, type AuditRequest } from '../audit-events.js';
import type { AuditDocument } from '../audit.projection.js';
import { EXPORT_LINES, MANIFEST_LINES, type ExportFormat } from './export-lines.js';
import { EXPORTED_VIEWS, sealed, type AuditManifest } from './export-manifest.js';
import { ExportRecord, type RecordedExport } from './export-record.js';
import { PersonNames } from '../person-names.js';

/** Most events of one file; the manifest says so when there are more. */
export const EXPORT_LINES_LIMIT = 1_000_000;

export class ExportAudit extends Command<Readable> {
  constructor(
    readonly request: AuditRequest,
    readonly format: ExportFormat,
  ) {
    super();
  }
}

/**
 * The audit as a file: events in the order of their times, then the manifest. The export is recorded first, and its place in
 * the log is what the file is complete up to. Pages are read as the caller consumes the stream.
 */
@CommandHandler(ExportAudit)
export class ExportAuditHandler implements ICommandHandler<ExportAudit> {
  private readonly mac: Mac;

  constructor(
    private readonly events: AuditEvents,
    private readonly record: ExportRecord,
    private readonly names: PersonNames,
    secrets: Secrets,
  ) {
    this.mac = macFor(secrets, 'export');
  }

  async execute({ request, format }: ExportAudit): Promise<Readable> {
    const { person = null, subject = null, action = null, from = null, to = null } = request.filter;
    const filter = { person, subject, action, from, to };
    const recorded = await this.record.make(request.reader, {
      exportId: randomUUID(),
      kind: 'audit',
      format,
      uid: null,
      ...filter,
    });
    const pages = this.events.all(request);
    // Before responding, so that an unavailable store returns a problem, not a truncated file.
    const first = await pages.next();
    const made = { ...recorded, filter, format, without: request.reader };
    return Readable.from(this.fileOf([first.done ? [] : first.value], pages, made));
  }

  // oxlint-disable-next-line flip/max-params -- what was read, what is left to read, and what the file says of itself
  private async *fileOf(
    first: Iterable<readonly AuditDocument[]>,
    rest: AsyncIterable<readonly AuditDocument[]>,
    made: RecordedExport & Pick<AuditManifest, 'filter' | 'format' | 'without'>,
  ): AsyncGenerator<string> {
    const { head, end, lineOf } = EXPORT_LINES[made.format];
    const names = new Map<string, string>();
    const hash = createHash('sha256').update(head);
    let [count, firstLine, lastLine, complete]: [number, string | null, string | null, boolean] = [
      0,
      null,
      null,
      true,
    ];
    yield head;
    for await (const page of inOrder(first, rest)) {
      const known = page.filter(({ position }) => position <= made.through);
      const lines = known.slice(0, EXPORT_LINES_LIMIT - count);
      complete = lines.length === known.length;
      await this.addNames(names, lines);
      const text = lines.map((entry) => lineOf(entry, names) + end).join('');
      hash.update(text);
      count += lines.length;
      firstLine ??= lines[0]?.position ?? null;
      lastLine = lines.at(-1)?.position ?? lastLine;
      if (text !== '') yield text;
      if (!complete) break;
    }
    const { exportId, by, at, through, filter, format, without } = made;
    const manifest: AuditManifest = {
      export: 1,
      kind: 'audit',
      view: EXPORTED_VIEWS.audit,
      format,
      exportId,
      by,
      at,
      through,
      filter,
      without,
      first: firstLine,
      last: lastLine,
      count,
      complete,
      people: Object.fromEntries(names),
      sha256: hash.digest('hex'),
    };
    yield MANIFEST_LINES[format](sealed(manifest, this.mac)) + end;
  }

  private async addNames(names: Map<string, string>, lines: readonly AuditDocument[]): Promise<void> {
    for (const person of new Set(lines.map((line) => line.person))) {
      const name = names.has(person) ? null : await this.names.nameOf(person);
      if (name !== null) names.set(person, name);
    }
  }
}

async function* inOrder<Item>(first: Iterable<Item>, rest: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* first;
  yield* rest;
}
