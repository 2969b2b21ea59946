import type { TableIndex } from './embedded/generation-table.js';
import type { ViewDeclaration } from './view-store.port.js';

/** Names that can stand in the name of a table or collection. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,62}$/;

/** @throws Error for a name that no table or collection can have */
export function checkName(projection: string): void {
  if (!NAME.test(projection)) throw new Error(`${projection} cannot be the name of a projection`);
}

/** A raised version, or other indexes at the same version, call for a new generation. */
export function isEnough(
  held: Pick<ViewDeclaration, 'version' | 'indexes'>,
  { version, indexes }: ViewDeclaration,
): boolean {
  if (held.version !== version) return held.version > version;
  return indexesText(held.indexes) === indexesText(indexes);
}

/** The indexes of a declaration as one text: equal texts, equal indexes. */
export function indexesText(indexes: readonly TableIndex[]): string {
  return JSON.stringify(indexes.map(({ name, eq, sort }) => ({ name, eq, sort })));
}
