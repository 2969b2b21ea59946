import { finished, type PassThrough, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { I18nService } from 'nestjs-i18n';
import { ZipFile } from 'yazl';
import { Clock, isoInstant } from '../../config/clock.js';
import { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import { SubscriptionRunner } from '../../engine/subscriptions/subscription-runner.js';
import type { OwnDataOf, OwnDocument, OwnTable } from '../../event-sourcing/own-data.js';
import { Features } from '../../event-sourcing/event-sourcing.module.js';
import { DomainError } from '../../kernel/domain-error.js';
import { type ArchiveFile, filesOf } from './archive-files.js';

/** A document that finds the queue of the thread full is tried again so often, once a second. */
const TRIES = 60;
const RETRY_MS = 1_000;
/** Longest wait for the views; one that is being built is read as it is. */
const CATCH_UP_MS = 1_000;

/** An archive under way. */
export interface Archive {
  /** The ZIP file, written as it is read. */
  readonly content: Readable;
  /** Its files, and how many of them were begun. */
  readonly files: number;
  readonly begun: () => number;
  /** Resolves once it is over: to its size in bytes when all of it was read, else to null. */
  readonly end: Promise<number | null>;
}

/**
 * Writes everything that the features show to a person into a ZIP file, while it is read: nothing of it is stored. Tables are
 * read in slices, compressed by threads of the system, and PDF files written by the thread for documents, one after the other.
 */
@Injectable()
export class Archives {
  constructor(
    private readonly features: Features,
    private readonly modules: ModuleRef,
    private readonly texts: I18nService,
    private readonly clock: Clock,
    private readonly log: EncryptedEventLog,
    private readonly subscriptions: SubscriptionRunner,
  ) {}

  /** Finds what belongs to the archive. An unavailable store fails here, before anything was sent. */
  async write(person: OwnDataOf): Promise<Archive> {
    await this.viewsCaughtUp();
    const sources = this.features.ownData.map((type) => this.modules.get(type, { strict: false }));
    const parts = await Promise.all(sources.map((source) => source.ownData(person)));
    const tables = parts.flatMap((part) => part.tables);
    const documents = parts.flatMap((part) => part.documents ?? []);
    const files = [
      this.readme(person, tables),
      ...tables.flatMap(filesOf),
      ...documents.map((document) => fileOf(document)),
    ];
    return zipOf(files, new Date(this.clock.now()));
  }

  /** A link brings no token of what its person did just before. */
  private async viewsCaughtUp(): Promise<void> {
    const { log, subscriptions, features } = this;
    await subscriptions.allCaughtUp(features.projections, await log.head(), CATCH_UP_MS);
  }

  /** The archive's table of contents, in the person's language. */
  private readme({ language: lang }: OwnDataOf, tables: readonly OwnTable[]): ArchiveFile {
    const say = (key: string, args: object = {}): string =>
      this.texts.translate(`archive.${key}`, { lang, args });
    const lines = [
      say('title', { at: isoInstant(this.clock.now()) }),
      '',
      ...tables.map(({ name }) => `${name}: ${say(`files.${name}`)}`),
      `receipts: ${say('files.receipts')}`,
      '',
      say('formats'),
      say('without'),
    ];
    return { name: 'README.txt', isText: true, pieces: () => Readable.from([`${lines.join('\r\n')}\r\n`]) };
  }
}

function fileOf({ name, write }: OwnDocument): ArchiveFile {
  return {
    name,
    isText: false,
    async *pieces() {
      yield await patiently(write);
    },
  };
}

async function patiently(write: OwnDocument['write']): Promise<Buffer> {
  for (let tries = 1; ; tries += 1)
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'busy') || tries === TRIES) throw error;
      await pause(RETRY_MS);
    }
}

/** The next file is begun when the one before has been read; without a reader, none is. */
function zipOf(files: readonly ArchiveFile[], mtime: Date): Archive {
  const zip = new ZipFile();
  const content = zip.outputStream as PassThrough;
  const failed = (error: unknown) => content.destroy(error as Error);
  let [begun, bytes] = [0, 0];
  content.on('data', (piece: Buffer) => (bytes += piece.length)).pause();
  zip.on('error', failed);
  for (const { name, isText, pieces } of files)
    zip.addReadStreamLazy(name, { compress: isText, mtime, mode: 0o100600 }, (give) => {
      if (content.destroyed) return;
      begun += 1;
      give(null, Readable.from(pieces()).on('error', failed));
    });
  zip.end();
  const end = new Promise<number | null>((resolve) => {
    finished(content, (error) => {
      resolve(error ? null : bytes);
    });
  });
  return { content, files: files.length, begun: () => begun, end };
}
