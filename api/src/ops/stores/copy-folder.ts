import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { OWNER_ONLY, syncPath } from '../../config/files.js';
import { parseJson } from '../../kernel/parse-json.js';
import { StoreUnavailable } from '../../engine/storage/store-unavailable.js';
import { isAuthentic } from '../../engine/event-store/codec.js';
import type { DataKeys } from '../../engine/event-store/data-keys.js';
import type { ChainProgress } from '../../engine/event-store/embedded/hash-chain.js';
import type { StoredEvent } from '../../engine/event-store/event-store.port.js';
import { isJsonObject } from '../../engine/event-store/json.js';
import { readEnvelope } from '../../engine/event-store/envelope.js';
import { CopyRefused } from '../../engine/stores/import-marker.js';
import type { Report } from '../command.js';
import { nameOf } from '../checks/log-pages.js';

const MANIFEST_FILE = 'manifest.json';

/** The two kinds of copies. */
type CopyKind = 'backup' | 'export';

/** Schema of a file in a manifest. */
export const fileSchema = (name: z.ZodType<string>) =>
  z.object({ name, bytes: z.int().min(0), sha256: z.hex().length(64) });

/** A file of a copy with its size and checksum. */
export type CopiedFile = z.infer<ReturnType<typeof fileSchema>>;

/**
 * Fills a new folder next to `target`, readable by its owner only, and renames it when it is complete: an incomplete
 * copy never has that name. @throws CopyRefused when the target is not empty or is inside the copied folder
 */
export async function fillNewFolder<T>(
  target: string,
  copied: string,
  fill: (folder: string) => Promise<T>,
): Promise<T> {
  if (`${resolve(target)}${sep}`.startsWith(`${resolve(copied)}${sep}`))
    throw new CopyRefused('A copy inside the data folder would be lost with it');
  if (existsSync(target) && (await readdir(target)).length > 0)
    throw new CopyRefused(`${target} is not empty`);
  await mkdir(dirname(target), { recursive: true });
  const folder = await mkdtemp(join(dirname(target), `.${basename(target)}.unfinished-`));
  try {
    const result = await fill(folder);
    await syncPath(folder);
    await rename(folder, target);
    await syncPath(dirname(target));
    return result;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Makes a written file durable and readable by its owner only. */
export async function protectFile(path: string): Promise<void> {
  await chmod(path, OWNER_ONLY);
  await syncPath(path);
}

/** Protects a file and measures it for the manifest. */
export async function finishFile(folder: string, name: string): Promise<CopiedFile> {
  await protectFile(join(folder, name));
  return { name, ...(await checksum(join(folder, name))) };
}

/** @throws CopyRefused when the file differs from its entry in the manifest */
export async function requireUnchanged(kind: CopyKind, folder: string, file: CopiedFile): Promise<void> {
  const sum = await checksum(join(folder, file.name)).catch(() => null);
  if (sum?.bytes !== file.bytes || sum.sha256 !== file.sha256)
    throw new CopyRefused(`${file.name} of the ${kind} is damaged: it does not match its manifest`);
}

async function checksum(path: string): Promise<Omit<CopiedFile, 'name'>> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

/** The last step of a copy: a folder without a manifest is not finished. */
export async function writeManifest(folder: string, manifest: object): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(join(folder, MANIFEST_FILE), text, { flag: 'wx', mode: OWNER_ONLY, flush: true });
}

/** @throws CopyRefused when the folder is not a finished copy of its kind, or has another format */
export async function readManifest<T>(kind: CopyKind, folder: string, schema: z.ZodType<T>): Promise<T> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => {
    throw new CopyRefused(`${folder} is no finished ${kind}: it has no ${MANIFEST_FILE}`);
  });
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) throw new CopyRefused(`${MANIFEST_FILE} is damaged or of another version of Flip`);
  return parsed.data;
}

/** Checks the log against its hash chain. @returns the number of events @throws DamagedLog */
export async function requireChain(steps: AsyncIterable<ChainProgress>, report: Report): Promise<number> {
  let checked = 0;
  for await (const { events, total, damage } of steps) {
    if (damage) throw damage;
    checked = events;
    report('events checked against the hash chain', events, total);
  }
  return checked;
}

/** @throws CopyRefused when the event was changed or written with other secrets, or cannot be decrypted with them */
export async function requireReadable(keys: DataKeys, event: StoredEvent): Promise<void> {
  if (!isAuthentic(keys.mac, event))
    throw new CopyRefused(`${nameOf(event)} is not what was written with this secrets.json`);
  await requireDataKey(keys, event);
}

/**
 * Checks that an event can be decrypted: if it is encrypted, its data key is in the vault and can be unwrapped with these
 * secrets, or was destroyed. @throws CopyRefused, StoreUnavailable
 */
export async function requireDataKey(keys: DataKeys, event: StoredEvent): Promise<void> {
  const uid = isJsonObject(event.data) ? readEnvelope(event.data['sealed'])?.uid : undefined;
  if (uid === undefined || keys.peek(uid) !== undefined) return;
  let key: unknown;
  try {
    key = await keys.get(uid);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    const reason = `The data key of ${nameOf(event)} cannot be decrypted with secrets.json`;
    throw new CopyRefused(reason, { cause: error });
  }
  if (key === null) throw new CopyRefused(`The data key of ${nameOf(event)} is not in the vault`);
}
