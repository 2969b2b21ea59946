/**
 * Works on items in their order, on at most `limit` of them at the same time.
 * @throws the first failure, at once; the others' items are still worked on
 */
export async function inParallel<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const workOnNext = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: limit }, workOnNext));
}
