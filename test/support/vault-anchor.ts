import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ANCHOR_FILE } from '../../api/src/engine/stores/data-format.js';

/** How many writes of the vault the anchor of a data folder counts; null when it does not say. */
export function anchoredWrites(dataDir: string): number | null {
  const anchor = JSON.parse(readFileSync(join(dataDir, ANCHOR_FILE), 'utf8')) as {
    readonly vault?: { readonly writes: number };
  };
  return anchor.vault?.writes ?? null;
}
