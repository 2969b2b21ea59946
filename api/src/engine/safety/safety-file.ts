import { appendFile, readFile, stat, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { OWNER_ONLY, syncPath } from '../../config/files.js';
import { errorCode } from '../../kernel/error-code.js';
import { parseJson } from '../../kernel/parse-json.js';
import { Anchor } from '../event-store/embedded/anchor.js';
import type { StoredEvent } from '../event-store/event-store.port.js';
import type { KeyHolder } from '../../config/key-lists.js';
import { macFor, type Mac } from '../vault/mac.js';

const recordSchema = z.object({
  sequence: z.int().min(1),
  event: z.object({
    id: z.string(),
    type: z.string(),
    stream: z.string(),
    revision: z.string().regex(/^\d+$/).transform(BigInt),
    position: z.string(),
    data: z.unknown(),
    metadata: z.unknown(),
  }),
  chain: z.string(),
});

/** The last record: how many there are, and the MAC over all of them. */
export interface SafetyEnd {
  readonly sequence: number;
  readonly chain: string;
}

/** A decision as the log stores it, and its place in the file. */
export interface SafetyRecord extends SafetyEnd {
  readonly event: StoredEvent;
}

/** The file was changed, or is not the named one. */
export class DamagedSafetyFile extends Error {
  override readonly name = 'DamagedSafetyFile';
  constructor(file: string, reason: string) {
    super(`SAFETY_FILE ${file}: ${reason}`);
  }
}

/** Whole records, and their bytes in the file. */
interface Content {
  readonly records: readonly SafetyRecord[];
  readonly bytes: number;
}

const EMPTY: SafetyEnd = { sequence: 0, chain: '' };

/** A file of decisions that must survive a restore: one record a line, and its end in a second file. */
export class SafetyFile {
  private constructor(
    private readonly path: string,
    private readonly proofs: { readonly mac: Mac; readonly anchor: Anchor },
    private content: Content,
  ) {}

  /**
   * Reads and checks all of it; a file that is not there is empty.
   * @throws DamagedSafetyFile also when its end is missing, DamagedLog for its second file
   */
  static async open(path: string, keys: KeyHolder): Promise<SafetyFile> {
    const mac = macFor(keys, 'safety');
    const anchor = new Anchor(`${path}.anchor`, mac);
    // In this order: a server may be writing.
    const anchored = await anchor.read();
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return '';
      throw error;
    });
    const { records, length } = recordsIn(text, mac);
    const end = records.at(-1) ?? EMPTY;
    const broken = length < text.length && text.indexOf('\n', length) !== -1;
    if (broken) throw new DamagedSafetyFile(path, `record ${end.sequence + 1} is not what was written`);
    if (!anchored && end.sequence > 0)
      throw new DamagedSafetyFile(path, `${path}.anchor is missing, so its last records may be too`);
    const known = anchored && { sequence: anchored.position, chain: anchored.chain };
    if (known && !isAt(records, known)) throw new DamagedSafetyFile(path, 'its last records are missing');
    return new SafetyFile(
      path,
      { mac, anchor },
      { records, bytes: Buffer.byteLength(text.slice(0, length)) },
    );
  }

  get end(): SafetyEnd {
    const { sequence, chain } = this.records.at(-1) ?? EMPTY;
    return { sequence, chain };
  }

  get records(): readonly SafetyRecord[] {
    return this.content.records;
  }

  /** Whether the file had this end at some time. */
  had(end: SafetyEnd): boolean {
    return isAt(this.records, end);
  }

  /** Before the first write: creates the file, and cuts off what a stop has left of a record that was not acknowledged. */
  async prepare(): Promise<void> {
    await appendFile(this.path, '', { mode: OWNER_ONLY, flush: true });
    await syncPath(dirname(this.path));
    if ((await sizeOf(this.path)) > this.content.bytes) await truncate(this.path, this.content.bytes);
  }

  /** Adds events that are not in the file yet; durable when it resolves. @throws DamagedSafetyFile when another process writes */
  async append(events: readonly StoredEvent[]): Promise<void> {
    const known = new Set(this.records.map(({ event }) => event.id));
    const added: SafetyRecord[] = [];
    for (const event of events) {
      if (known.has(event.id)) continue;
      const before = added.at(-1) ?? this.end;
      const sequence = before.sequence + 1;
      added.push({ sequence, event, chain: this.proofs.mac.of(chained(before.chain, { sequence, event })) });
    }
    if (added.length > 0) await this.write(added);
  }

  private async write(added: readonly SafetyRecord[]): Promise<void> {
    if ((await sizeOf(this.path)) !== this.content.bytes)
      throw new DamagedSafetyFile(this.path, 'it changed while it was open');
    const text = added
      .map((record) => `${JSON.stringify({ ...bodyOf(record), chain: record.chain })}\n`)
      .join('');
    await appendFile(this.path, text, { mode: OWNER_ONLY, flush: true });
    const { records, bytes } = this.content;
    this.content = { records: [...records, ...added], bytes: bytes + Buffer.byteLength(text) };
    this.proofs.anchor.moved({ position: this.end.sequence, chain: this.end.chain });
    await this.proofs.anchor.flush();
  }
}

const isAt = (records: readonly SafetyRecord[], { sequence, chain }: SafetyEnd): boolean =>
  (records[sequence - 1]?.chain ?? EMPTY.chain) === chain;

/** Whole records from the beginning, and the length of their text; a wrong one ends them. */
function recordsIn(text: string, mac: Mac): { readonly records: SafetyRecord[]; readonly length: number } {
  const records: SafetyRecord[] = [];
  let length = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', length)) {
    const { data } = recordSchema.safeParse(parseJson(text.slice(length, end)));
    const { sequence, chain } = records.at(-1) ?? EMPTY;
    if (data?.sequence !== sequence + 1 || !mac.isOf(data.chain, chained(chain, data))) break;
    records.push(data);
    length = end + 1;
  }
  return { records, length };
}

/** What the MAC of a record is made of. */
function chained(previous: string, record: Omit<SafetyRecord, 'chain'>): string {
  return `${previous}|${JSON.stringify(bodyOf(record))}`;
}

/** The record as JSON, where a revision has more digits than a number. */
function bodyOf({ sequence, event }: Omit<SafetyRecord, 'chain'>): object {
  const { id, type, stream, revision, position, data, metadata } = event;
  return { sequence, event: { id, type, stream, revision: String(revision), position, data, metadata } };
}

const sizeOf = async (path: string): Promise<number> => (await stat(path)).size;
