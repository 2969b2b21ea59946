import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** What a server asked the system for, in order: changes of its files, completed syncs, and bytes sent to clients. */
export type DiskCall =
  | { readonly kind: 'write'; readonly file: string; readonly data: Buffer; readonly offset: number | null }
  | { readonly kind: 'truncate'; readonly file: string; readonly length: number }
  /** Everything that was asked for before call `begunAt` is durable. */
  | { readonly kind: 'sync'; readonly file: string; readonly begunAt: number }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'sent'; readonly text: string };

/** The options of strace under which `readDiskTrace` understands its output. */
export const DISK_TRACE = [
  '-y',
  '-xx',
  ...['-s', '1000000'],
  ...[
    '-e',
    'trace=pwrite64,pwritev,write,writev,sendto,sendmsg,ftruncate,fsync,fdatasync,rename,renameat,renameat2,openat',
  ],
];

const LINE = /^(\d+) +(?:<\.\.\. (\w+) resumed>|(\w+)\()(.*)$/s;
const FILE = /^\d+<([^>]*)>/;
const TEXT = /"((?:\\x[0-9a-f]{2})*)"/g;
const SYNCS = ['fsync', 'fdatasync'];
const UNFINISHED = '<unfinished ...>';

/** Calls on the files of one folder, from the output of strace. */
export async function readDiskTrace(trace: string, folder: string): Promise<readonly DiskCall[]> {
  const calls: DiskCall[] = [];
  const syncs = new Syncs(folder);
  for await (const line of createInterface({ input: createReadStream(trace) })) {
    const { thread, isResumed, name, rest } = partsOf(line);
    if (SYNCS.includes(name)) calls.push(...syncs.read(thread, rest, calls.length));
    else if (!isResumed) calls.push(...(READERS[name]?.({ rest, folder, file: fileOf(rest) }) ?? []));
  }
  return calls;
}

/** A line of the trace: a call, or the end of one that another thread interrupted. */
function partsOf(line: string) {
  const [, thread = '', resumed = '', called = '', rest = ''] = LINE.exec(line) ?? [];
  return { thread, isResumed: resumed !== '', name: called || resumed, rest };
}

/** Syncs, which other threads can interrupt: they begin on one line of the trace and end on another. */
class Syncs {
  private readonly begun = new Map<string, { readonly file: string; readonly begunAt: number }>();

  constructor(private readonly folder: string) {}

  /** The sync that this line completes. */
  read(thread: string, rest: string, begunAt: number): readonly DiskCall[] {
    const file = fileOf(rest);
    if (file !== '') this.begun.set(thread, { file, begunAt });
    const sync = this.begun.get(thread);
    const isDone = rest.trimEnd().endsWith('= 0') && sync?.file.startsWith(this.folder);
    return sync && isDone ? [{ kind: 'sync', ...sync }] : [];
  }
}

interface Line {
  readonly rest: string;
  readonly folder: string;
  /** Of the first argument. */
  readonly file: string;
}

const isIn = (file: string, folder: string): boolean => file.startsWith(`${folder}/`);

function written({ rest, folder, file }: Line, offset: number | null): readonly DiskCall[] {
  const data = Buffer.concat(textsOf(rest));
  if (!isIn(file, folder)) return [{ kind: 'sent', text: data.toString('latin1') }];
  return [{ kind: 'write', file, data, offset }];
}

const atOffset = (line: Line) => written(line, numbersOf(line.rest).at(-1) ?? 0);
const atEnd = (line: Line) => written(line, null);

function renamed({ rest, folder }: Line): readonly DiskCall[] {
  const [from = '', to = ''] = textsOf(rest).map(String);
  return isIn(from, folder) ? [{ kind: 'rename', from, to }] : [];
}

function emptied({ rest, folder }: Line): readonly DiskCall[] {
  const [file = ''] = textsOf(rest).map(String);
  return isIn(file, folder) && rest.includes('O_TRUNC') ? [{ kind: 'truncate', file, length: 0 }] : [];
}

function truncated({ rest, folder, file }: Line): readonly DiskCall[] {
  return isIn(file, folder) ? [{ kind: 'truncate', file, length: numbersOf(rest)[0] ?? 0 }] : [];
}

/** What a line of the trace asks for. It counts from its beginning: what was not finished may have reached the disk. */
const READERS: Readonly<Record<string, (line: Line) => readonly DiskCall[]>> = {
  pwrite64: atOffset,
  pwritev: atOffset,
  write: atEnd,
  writev: atEnd,
  sendto: atEnd,
  sendmsg: atEnd,
  rename: renamed,
  renameat: renamed,
  renameat2: renamed,
  ftruncate: truncated,
  openat: emptied,
};

/** The file of a call's first argument; empty without one. */
const fileOf = (rest: string): string => bytesOf(FILE.exec(rest)?.[1] ?? '').toString();

const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll(String.raw`\x`, ''), 'hex');

/** The quoted bytes of a line. */
const textsOf = (rest: string): readonly Buffer[] =>
  [...rest.matchAll(TEXT)].map(([, hex = '']) => bytesOf(hex));

/** The numbers behind the last quoted bytes, or behind the file, up to the result. */
function numbersOf(rest: string): readonly number[] {
  const end = rest.includes(UNFINISHED) ? rest.indexOf(UNFINISHED) : rest.lastIndexOf(')');
  const begin = Math.max(rest.lastIndexOf('"', end), rest.indexOf('>'));
  return [...rest.slice(begin + 1, end).matchAll(/\d+/g)].map(Number);
}
