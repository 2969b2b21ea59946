import type { Statement } from '../../kernel/money/receipts.js';
import { csvOf } from '../../documents/csv.js';
import type { Texts } from '../../documents/document-texts.js';

const COLUMNS = ['time', 'recipient', 'platform', 'status', 'amount', 'fees', 'total', 'refunded', 'code'];

/** The lines of a statement for a spreadsheet. */
export function statementCsv({ lines }: Pick<Statement, 'lines'>, { say, stamp }: Texts): string {
  const columns = COLUMNS.map((key) => ({ key, header: say(`columns.${key}`) }));
  const rows = lines.map((line) => ({ ...line, time: stamp(line.at), status: say(`states.${line.status}`) }));
  return csvOf(rows, { columns, isFirst: true });
}
