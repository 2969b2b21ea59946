import { pdfOf } from './sheet.js';
import { writeTable } from './sheet-table.js';

it('a long table is written without blocking the event loop', async () => {
  const rows = Array.from({ length: 200 }, (_, index) => [`Transfer ${index}`]);
  const frame = { title: 'Statement', running: '', footer: () => ['', ''] as const };
  let turns = 0;
  let isWritten = false;
  const other = () => {
    turns += 1;
    if (!isWritten) setImmediate(other);
  };
  await pdfOf({ ...frame, language: 'en', at: new Date(0) }, async (sheet) => {
    setImmediate(other);
    await writeTable(sheet, { columns: [{ from: 0, to: 1 }], head: ['What'], rows, foot: [''] });
    isWritten = true;
  });
  expect(turns).toBeGreaterThanOrEqual(10);
});
