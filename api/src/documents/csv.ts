import { stringify } from 'csv-stringify/sync';

interface CsvOptions {
  readonly columns: readonly { readonly key: string; readonly header: string }[];
  /** Of a first part: the names of the columns, and the mark by which a spreadsheet knows UTF-8. */
  readonly isFirst?: boolean;
}

/** A separator of some spreadsheets with what begins a formula behind it. */
const FORMULA_BEHIND = /([;\t|])(\s*[=+\-@＝＋－＠])/g;

/**
 * RFC 4180, for spreadsheets: every text is quoted, and an apostrophe precedes what would be a formula, also where a
 * spreadsheet takes another separator than the comma.
 */
export function csvOf(rows: readonly object[], { columns, isFirst = false }: CsvOptions): string {
  return stringify([...rows], {
    columns: [...columns],
    ...(isFirst && { header: true, bom: true }),
    cast: { string: (text) => text.replaceAll(FORMULA_BEHIND, "$1'$2") },
    quoted_string: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
}
