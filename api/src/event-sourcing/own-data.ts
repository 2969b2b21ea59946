/** The person of a download, and the language of their documents. */
export interface OwnDataOf {
  readonly uid: string;
  readonly language: 'en' | 'es';
}

/** Rows of one kind, for a JSON and a CSV file. */
export interface OwnTable {
  /** Name of its files. @example "transfers" */
  readonly name: string;
  /** Reads the rows again with each call, page by page. */
  readonly pages: () => AsyncIterable<readonly object[]> | Iterable<Promise<readonly object[]>>;
  /** What the JSON file has of a row besides. */
  readonly detailsOf?: (row: object) => Promise<object>;
}

/** A document that is written when it is its turn. */
export interface OwnDocument {
  /** With its folder. @example "receipts/2026-11-24-0b0e8f7a.pdf" */
  readonly name: string;
  readonly write: () => Promise<Buffer>;
}

/** A feature's part of the download of one's data. */
export interface OwnData {
  readonly tables: readonly OwnTable[];
  readonly documents?: readonly OwnDocument[];
}

/**
 * Gives a person what a feature keeps about them, as the person's own pages show it: nothing that staff wrote or decided, and
 * nothing by which a review could be recognized (docs/personal-data.md).
 */
export interface OwnDataSource {
  ownData(person: OwnDataOf): Promise<OwnData>;
}

/** A table with rows that are read at once. */
export function ownTable(name: string, read: () => Promise<readonly object[]>): OwnTable {
  return { name, pages: () => [read()] };
}
