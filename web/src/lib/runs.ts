/** Items that follow each other and belong together. */
export type Run<Item> = readonly [Item, ...Item[]];

/** A list as its runs, in order; `belongs` compares the first item of a run with the next one of the list. */
export function runsOf<Item>(
  items: readonly Item[],
  belongs: (first: Item, next: Item) => boolean,
): readonly Run<Item>[] {
  const runs: [Item, ...Item[]][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last && belongs(last[0], item)) last.push(item);
    else runs.push([item]);
  }
  return runs;
}
