import { appendFile, constants, open, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lineOfEntry, lineOfState, stateIn } from './simulator-file.js';
import { type Entries, entriesIn, keepNewest, type Kind, LISTS } from './simulator-lists.js';
import { type SimulatorState, stateSchema } from './simulator-state.js';

/** Changes of this many characters are followed by a new first line, which contains the whole state. */
const CHANGES_LIMIT = 8_000_000;

/** The simulator's state in memory and its file, to which only what changed is added. */
export class SimulatorMemory {
  private writing: Promise<void> = Promise.resolve();
  private next: Promise<void> | null = null;
  /** Lines to write, one for each changed entry, however often it changed. */
  private readonly changes = new Map<string, () => string>();
  /** Characters written after the first line; without a first line of this process, infinite. */
  private written = Infinity;

  private constructor(
    private readonly path: string,
    readonly state: SimulatorState,
    private readonly flush: boolean,
  ) {}

  /**
   * Reads the file. An unreadable one is renamed to `….unreadable`, since its data is not worth a failed start. Without `flush`
   * a power loss may undo changes.
   */
  static async open(path: string, { flush = true } = {}): Promise<SimulatorMemory> {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    });
    const state = stateIn(text ?? '{}\n');
    if (!state) await rename(path, `${path}.unreadable`);
    return new SimulatorMemory(path, state ?? stateSchema.parse({}), flush);
  }

  /** Adds an entry; the oldest one beyond its kind's limit is dropped. The caller saves. */
  add<Each extends Kind>(kind: Each, entry: Entries[Each]): void {
    const list = entriesIn(this.state, kind);
    list.push(entry);
    keepNewest(list, LISTS[kind].limit);
    this.note(kind, entry);
  }

  /** Changes an entry. The caller saves. */
  change<Each extends Kind>(kind: Each, entry: Entries[Each], changes: Partial<Entries[Each]>): void {
    Object.assign(entry, changes);
    if (LISTS[kind].in(this.state).includes(entry)) this.note(kind, entry);
  }

  remove<Each extends Kind>(kind: Each, entry: Entries[Each]): void {
    const list = entriesIn(this.state, kind);
    const place = list.indexOf(entry);
    if (place < 0) return;
    list.splice(place, 1);
    const key = LISTS[kind].keyOf(entry);
    this.changes.set(`${kind} ${key}`, () => lineOfEntry(kind, key, null));
  }

  setDesk(desk: SimulatorState['desk']): void {
    Object.assign(this.state.desk, desk);
    this.changes.set('desk', () => lineOfEntry('desk', '', this.state.desk));
  }

  /** Resolves once every earlier change is in the file; calls during a write share the next one. */
  save(): Promise<void> {
    this.next ??= this.writing
      .catch(() => undefined)
      .then(() => {
        this.next = null;
        this.writing = this.write();
        return this.writing;
      });
    return this.next;
  }

  private async write(): Promise<void> {
    const lines = [...this.changes.values()].map((line) => line()).join('');
    this.changes.clear();
    if (lines === '' && this.written < CHANGES_LIMIT) return;
    const isWhole = this.written + lines.length >= CHANGES_LIMIT;
    const written = isWhole ? 0 : this.written + lines.length;
    // What a failed write has left in the file is replaced by the next one.
    this.written = Infinity;
    const begin = () => replaceFile(this.path, lineOfState(this.state));
    await (isWhole ? begin() : append(this.path, lines, this.flush).catch(begin));
    this.written = written;
  }

  private note<Each extends Kind>(kind: Each, entry: Entries[Each]): void {
    const key = LISTS[kind].keyOf(entry);
    this.changes.set(`${kind} ${key}`, () => lineOfEntry(kind, key, entry));
  }
}

/** Appends, with `flush` durably. @throws also when the file was removed */
async function append(path: string, text: string, flush: boolean): Promise<void> {
  const file = await open(path, constants.O_WRONLY | constants.O_APPEND);
  try {
    await appendFile(file, text);
    if (flush) await file.datasync();
  } finally {
    await file.close();
  }
}

/** Replaces the file: after a power loss it has its old or its new content. */
async function replaceFile(path: string, text: string): Promise<void> {
  const next = `${path}.next`;
  await writeFile(next, text, { mode: 0o600, flush: true });
  await rename(next, path);
  const folder = await open(dirname(path));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
