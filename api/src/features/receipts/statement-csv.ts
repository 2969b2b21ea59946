import { stringify } from 'csv-stringify/sync';
import type { Statement } from '../../kernel/receipts.js';
import type { Texts } from '../../documents/document-texts.js';

const COLUMNS = ['time', 'recipient', 'platform', 'status', 'amount', 'fees', 'total', 'refunded', 'code'];

/** RFC 4180; an apostrophe precedes a cell that a spreadsheet would treat as a formula. */
export function statementCsv({ lines }: Pick<Statement, 'lines'>, { say, stamp }: Texts): string {
  const columns = COLUMNS.map((key) => ({ key, header: say(`columns.${key}`) }));
  const rows = lines.map((line) => ({ ...line, time: stamp(line.at), status: say(`states.${line.status}`) }));
  const options = { header: true, bom: true, escape_formulas: true } as const;
  return stringify(rows, { ...options, columns, record_delimiter: 'windows' });
}
