import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Logger } from '@nestjs/common';
import { z } from 'zod';
import { replaceFile } from '../../../config/files.js';
import { parseJson } from '../../../kernel/parse-json.js';
import type { Mac } from '../../vault/mac.js';
import { errorCode } from '../../../kernel/error-code.js';
import { DamagedLog, type Tail } from './hash-chain.js';

/** Longest time between a commit and its anchor. */
export const ANCHOR_INTERVAL_MS = 1_000;

const anchorSchema = z.object({
  position: z.int().min(0),
  chain: z.string(),
  mac: z.string(),
  // With a separate MAC, so that an earlier build reads the rest.
  vault: z.object({ writes: z.int().min(0), mac: z.string() }).optional(),
  restored: z.object({ id: z.string(), mac: z.string() }).optional(),
});

/**
 * Contents of the anchor: the end of the log, the vault's number of writes at that time, and the restore that log and vault
 * are from; null when unknown.
 */
export interface Anchored extends Tail {
  readonly vaultWrites: number | null;
  readonly restoreId: string | null;
}

/**
 * The end of the log and its MAC in a second file, authenticated itself, so that a log which lost its end, or was
 * changed, is noticed; likewise a vault that lost its last writes. Written at most once a second and at close, synced
 * each time.
 */
export class Anchor {
  private latest: Tail | null = null;
  private vaultWrites: number | null = null;
  private restoreId: string | null = null;
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();
  /** Why the last write failed; null when it succeeded. */
  failure: string | null = null;

  constructor(
    private readonly file: string,
    private readonly mac: Mac,
  ) {}

  /** @returns null when there is none yet @throws DamagedLog when it cannot be read */
  async read(): Promise<Anchored | null> {
    const text = await readFile(this.file, 'utf8').catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return null;
    const { data: anchor } = anchorSchema.safeParse(parseJson(text));
    if (!anchor || !this.isAuthentic(anchor))
      throw new DamagedLog(this.file, 'it was not written with the keys in secrets.json', null);
    const anchored = anchoredIn(anchor);
    this.vaultWrites ??= anchored.vaultWrites;
    this.restoreId ??= anchored.restoreId;
    return anchored;
  }

  /** Stores the new end; it is written within ANCHOR_INTERVAL_MS. */
  moved(tail: Tail): void {
    this.latest = tail;
    this.flushSoon();
  }

  /** Stores how many writes the vault has. */
  vaultMoved(writes: number): void {
    this.vaultWrites = writes;
    this.flushSoon();
  }

  /** Stores the restore that log and vault are from. */
  restored(id: string): void {
    this.restoreId = id;
    this.flushSoon();
  }

  /** Any vault belongs to the log: an operator accepts what it lost. */
  forgetVault(): void {
    this.vaultWrites = null;
    this.restoreId = null;
    this.flushSoon();
  }

  private flushSoon(): void {
    this.timer ??= setTimeout(() => {
      this.flush().catch(() => this.flushSoon());
    }, ANCHOR_INTERVAL_MS).unref();
  }

  /** Writes the latest end now. */
  flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const tail = this.latest;
    if (!tail) return this.writing;
    this.writing = this.writing.catch(() => undefined).then(() => this.reported(tail));
    return this.writing;
  }

  /** Says once that writing fails: without a new anchor a shortened log would look complete. */
  private async reported(tail: Tail): Promise<void> {
    try {
      const { vaultWrites: writes, restoreId: id } = this;
      const vault = writes === null ? undefined : { writes, mac: this.mac.of(vaultText(writes)) };
      const restored = id === null ? undefined : { id, mac: this.mac.of(restoreText(id)) };
      await replaceFile(
        this.file,
        JSON.stringify({ ...tail, mac: this.mac.of(tailText(tail)), vault, restored }),
      );
      this.failure = null;
    } catch (error) {
      if (this.failure === null)
        new Logger('EventStore').error(`${this.file} cannot be written: ${String(error)}`);
      this.failure = `${basename(this.file)} cannot be written`;
      throw error;
    }
  }

  private isAuthentic({ mac, vault, restored, ...tail }: z.infer<typeof anchorSchema>): boolean {
    return (
      this.mac.isOf(mac, tailText(tail)) &&
      (vault === undefined || this.mac.isOf(vault.mac, vaultText(vault.writes))) &&
      (restored === undefined || this.mac.isOf(restored.mac, restoreText(restored.id)))
    );
  }
}

const tailText = ({ position, chain }: Tail): string => `anchor|${position}|${chain}`;
const vaultText = (writes: number): string => `vault|${writes}`;
const restoreText = (id: string): string => `restored|${id}`;

function anchoredIn({ position, chain, vault, restored }: z.infer<typeof anchorSchema>): Anchored {
  return { position, chain, vaultWrites: vault?.writes ?? null, restoreId: restored?.id ?? null };
}
