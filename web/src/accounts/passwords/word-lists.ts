/** Word lists as they travel to the browser. */
export interface WordLists {
  /** Words by rank; see encodeWords. */
  readonly words: string;
  /** Words in their natural order, such as months, by name. */
  readonly sequences: Readonly<Record<string, string[]>>;
  /** Neighboring keys of each keyboard. */
  readonly graphs: Readonly<Record<string, Record<string, (string | null)[]>>>;
}

/** A word names how many first letters it shares with the one before it as one digit of this base. */
const SHARED_BASE = 36;

/**
 * Packs ranked words: those of rank 1, of ranks 2 to 3, 4 to 7 and so on, each group in alphabetical order. That
 * compresses to less than half of words in order of their ranks; a rank is afterwards right within a factor of two.
 */
export function encodeWords(ranks: ReadonlyMap<string, number>): string {
  const groups: (string[] | undefined)[] = [];
  for (const [word, rank] of ranks) (groups[Math.floor(Math.log2(rank))] ??= []).push(word);
  return Array.from(groups, (words) => encodeGroup(words?.sort() ?? [])).join('\n\n');
}

/** Dictionaries with each word at its approximate rank. */
export function decodeWords(encoded: string): Record<string, string[]> {
  const layers: string[][] = [];
  encoded.split('\n\n').forEach((group, power) => {
    const first = 2 ** power;
    // A group may contain more words than ranks: several lists were merged into one.
    decodeGroup(group).forEach((word, index) => {
      const layer = (layers[Math.floor(index / first)] ??= []);
      layer[first - 1 + (index % first)] = word;
    });
  });
  const filled = layers.map((layer) => Array.from(layer, (word: string | undefined) => word ?? ''));
  return Object.fromEntries(filled.map((layer, index) => [`words${String(index)}`, layer]));
}

function encodeGroup(words: readonly string[]): string {
  return words
    .map((word, index) => {
      const shared = sharedLength(words[index - 1] ?? '', word);
      return shared.toString(SHARED_BASE) + word.slice(shared);
    })
    .join('\n');
}

function decodeGroup(group: string): readonly string[] {
  let before = '';
  return group === ''
    ? []
    : group.split('\n').map((line) => {
        before = before.slice(0, parseInt(line.charAt(0), SHARED_BASE)) + line.slice(1);
        return before;
      });
}

function sharedLength(before: string, word: string): number {
  let length = 0;
  while (length < SHARED_BASE - 1 && length < before.length && before[length] === word[length]) length += 1;
  return length;
}
