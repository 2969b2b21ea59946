import { z } from 'zod';
import { parseJson } from '../../api/src/kernel/parse-json.js';
import { entriesIn, keepNewest, type Kind, KINDS, LISTS } from './simulator-lists.js';
import { type SimulatorState, stateSchema } from './simulator-state.js';

/** One line after the first: an entry as it is now, or null when it was removed. */
const changeSchema = z.union([
  z.tuple([z.enum(KINDS), z.string(), z.record(z.string(), z.unknown()).nullable()]),
  z.tuple([z.literal('desk'), z.literal(''), z.strictObject({ auto: z.boolean() })]),
]);
type Change = z.infer<typeof changeSchema>;

export const lineOfState = (state: SimulatorState): string => `${JSON.stringify(state)}\n`;
export const lineOfEntry = (kind: Kind | 'desk', key: string, entry: object | null): string =>
  `${JSON.stringify([kind, key, entry])}\n`;

/**
 * The state in a file: the whole state in the first line, which is all that earlier versions wrote, then its changes up to
 * the last complete one, since a power loss may have left half of a write. Null without a first line.
 */
export function stateIn(text: string): SimulatorState | null {
  const [first = '', ...lines] = text.split('\n');
  const { data: state } = stateSchema.safeParse(parseJson(first));
  if (!state) return null;
  const changes: Change[] = [];
  // Nothing follows the last line break of a complete file.
  for (const line of lines.slice(0, -1)) {
    const { data: change } = changeSchema.safeParse(parseJson(line));
    if (!change) break;
    changes.push(change);
  }
  return stateSchema.safeParse(changed(state, changes)).data ?? null;
}

function changed(state: SimulatorState, changes: readonly Change[]): SimulatorState {
  const entries = new Map(
    KINDS.map((kind) => [kind, new Map(entriesIn(state, kind).map((entry) => [keyOf(kind, entry), entry]))]),
  );
  for (const [kind, key, entry] of changes)
    if (kind === 'desk') Object.assign(state.desk, entry);
    else if (entry === null) entries.get(kind)?.delete(key);
    else entries.get(kind)?.set(key, entry as never);
  for (const [kind, found] of entries) {
    const list: unknown[] = entriesIn(state, kind);
    list.splice(0, list.length, ...found.values());
    keepNewest(list, LISTS[kind].limit);
  }
  return state;
}

const keyOf = (kind: Kind, entry: unknown): string => LISTS[kind].keyOf(entry as never);
