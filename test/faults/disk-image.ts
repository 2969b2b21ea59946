import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DiskCall } from './disk-trace.js';
import type { Seeded } from '../support/seeded.js';

const SECTOR_BYTES = 512;

type Change = Extract<DiskCall, { readonly kind: 'write' | 'truncate' }>;

/** One file: what is durable of it, and what was asked for since its last sync. */
interface OneFile {
  content: Buffer;
  pending: { readonly at: number; readonly change: Change }[];
}

/** How much unsynced data survives a power loss. */
type Luck = 'nothing' | 'everything' | 'the first calls' | 'some calls' | 'some sectors';
const LUCKS: readonly Luck[] = ['nothing', 'everything', 'the first calls', 'some calls', 'some sectors'];

/** The files of a folder by name. SQLite rebuilds its shared memory from the write-ahead log. */
export function filesOf(folder: string): ReadonlyMap<string, Buffer> {
  const names = readdirSync(folder).filter(
    (name) => !name.endsWith('-shm') && statSync(join(folder, name)).isFile(),
  );
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
}

/**
 * Writes to `folder` what a disk may hold when the power fails before call `end`: everything that was synced, and of the
 * rest by chance. Writes of one file may be kept in any combination, and a write in parts.
 */
export function writeImage(
  folder: string,
  base: ReadonlyMap<string, Buffer>,
  {
    calls,
    end,
    seeded,
  }: { readonly calls: readonly DiskCall[]; readonly end: number; readonly seeded: Seeded },
): Luck {
  const luck = seeded.pick(LUCKS);
  const files = new Map<string, OneFile>(
    [...base].map(([name, content]) => [name, { content, pending: [] }]),
  );
  let renames: (readonly [from: string, to: string])[] = [];
  for (const [at, call] of calls.slice(0, end).entries()) {
    if (call.kind === 'write' || call.kind === 'truncate')
      fileOf(files, call.file).pending.push({ at, change: call });
    if (call.kind === 'rename') renames.push([basename(call.from), basename(call.to)]);
    if (call.kind !== 'sync') continue;
    if (files.has(basename(call.file))) settle(fileOf(files, call.file), call.begunAt);
    else renames = rename(files, renames);
  }
  for (const file of files.values()) surviving(file, luck, seeded);
  // The name in the folder may be newer than its last sync.
  if (seeded.oneIn(2)) rename(files, renames);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, { content }] of files) writeFileSync(join(folder, name), content, { mode: 0o600 });
  return luck;
}

function fileOf(files: Map<string, OneFile>, path: string): OneFile {
  const name = basename(path);
  const known = files.get(name) ?? { content: Buffer.alloc(0), pending: [] };
  files.set(name, known);
  return known;
}

/** A sync makes durable what was asked for before it began. */
function settle(file: OneFile, begunAt: number): void {
  for (const { change } of file.pending.filter(({ at }) => at < begunAt))
    file.content = changed(file.content, change);
  file.pending = file.pending.filter(({ at }) => at >= begunAt);
}

function rename(files: Map<string, OneFile>, renames: readonly (readonly [string, string])[]): [] {
  for (const [from, to] of renames) {
    const file = files.get(from);
    if (file) files.set(to, file);
    files.delete(from);
  }
  return [];
}

function surviving(file: OneFile, luck: Luck, seeded: Seeded): void {
  const until = luck === 'the first calls' ? seeded.below(file.pending.length + 1) : file.pending.length;
  for (const { change } of luck === 'nothing' ? [] : file.pending.slice(0, until)) {
    if (luck === 'some calls' && seeded.oneIn(2)) continue;
    if (luck === 'some sectors' && change.kind === 'write')
      for (const sector of sectorsOf(change)) {
        if (seeded.oneIn(2)) file.content = changed(file.content, sector);
      }
    else file.content = changed(file.content, change);
  }
  file.pending = [];
}

function* sectorsOf({ file, data, offset }: Extract<Change, { kind: 'write' }>): Generator<Change> {
  const begin = offset ?? 0;
  let from = 0;
  while (from < data.length) {
    const end = Math.min(data.length, from + SECTOR_BYTES - ((begin + from) % SECTOR_BYTES));
    yield { kind: 'write', file, data: data.subarray(from, end), offset: begin + from };
    from = end;
  }
}

/** Without an offset a write appends: such files are written once, from their beginning. */
function changed(content: Buffer, change: Change): Buffer {
  if (change.kind === 'truncate') {
    const kept = content.subarray(0, change.length);
    return Buffer.concat([kept, Buffer.alloc(change.length - kept.length)]);
  }
  const offset = change.offset ?? content.length;
  const end = offset + change.data.length;
  const next = Buffer.alloc(Math.max(content.length, end));
  content.copy(next);
  change.data.copy(next, offset);
  return next;
}

/** A folder next to another one. */
export const besideOf = (folder: string, name: string): string =>
  join(dirname(folder), `${basename(folder)}-${name}`);
