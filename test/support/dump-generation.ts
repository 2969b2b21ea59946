import type { ViewStore } from '../../api/src/engine/view-store/view-store.port.js';

/** Each document of a generation as one line, in the store's order: equal generations yield equal bytes. */
export async function dumpGeneration(
  views: ViewStore,
  projection: string,
  generation: number,
): Promise<string[]> {
  const lines: string[] = [];
  for await (const { id, document, position } of views.scan(projection, generation))
    lines.push(`${JSON.stringify([id, position, document])}\n`);
  return lines;
}
