import type { Readable } from 'node:stream';
import { addAbortSignal } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { OwnDataOf } from '../../event-sourcing/own-data.js';
import { DomainError } from '../../kernel/domain-error.js';
import { type Archive, Archives } from './archives.js';
import { DataExports } from './data-exports.js';

/** Archives that are written at one time by one process. */
const ARCHIVES_LIMIT = 4;
/** When a refused caller may try again. */
const RETRY_SECONDS = 30;
/** Longest time in which an archive is read: some thousand receipts take minutes. */
const LONGEST_MS = 15 * 60_000;
/** How often it is noted how far one is. */
const NOTE_EVERY_MS = 1_000;

/** Writes requested archives for those who download them, a few at a time. */
@Injectable()
export class ExportData {
  private running = 0;

  constructor(
    private readonly exports: DataExports,
    private readonly archives: Archives,
  ) {}

  /** @throws not_found without a request, export_under_way, busy */
  async download(person: OwnDataOf): Promise<Readable> {
    if (this.running >= ARCHIVES_LIMIT) throw new DomainError('busy', { seconds: RETRY_SECONDS });
    this.running += 1;
    try {
      const id = await this.exports.begin(person.uid);
      const archive = await this.begun(person, id);
      void this.follow(archive, person.uid, id);
      return archive.content;
    } catch (error) {
      this.running -= 1;
      throw error;
    }
  }

  private async begun(person: OwnDataOf, id: string): Promise<Archive> {
    try {
      return await this.archives.write(person);
    } catch (error) {
      await this.exports.end(person.uid, id, null);
      throw error;
    }
  }

  /** Notes how far it is, until it is over. What cannot be noted is noted the next time, or the download counts as broken off. */
  private async follow({ content, files, begun, end }: Archive, uid: string, id: string): Promise<void> {
    addAbortSignal(AbortSignal.timeout(LONGEST_MS), content);
    const noting = setInterval(() => {
      const percent = Math.floor((100 * begun()) / files);
      this.exports.note(uid, id, percent).catch(() => undefined);
    }, NOTE_EVERY_MS).unref();
    const bytes = await end;
    clearInterval(noting);
    this.running -= 1;
    await this.exports.end(uid, id, bytes).catch(() => undefined);
  }
}
