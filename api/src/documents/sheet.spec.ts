import { pdfOf, type Sheet } from './sheet.js';

/** How much of the page a pair takes in the right column of a receipt. */
function heightOf(sheet: Sheet, label: string, value: string): number {
  const { y } = sheet.document;
  sheet.pair([label, value], { size: 9 }, { from: 0.47, to: 1 });
  return sheet.document.y - y;
}

it('a reference in wide letters stays on the line of its label', async () => {
  const frame = { title: 'Receipt', running: '', footer: () => ['', ''] as const };
  await pdfOf({ ...frame, language: 'en', at: new Date(0) }, (sheet) => {
    const line = heightOf(sheet, 'Payment reference', 'pi_1');
    for (const label of ['Payment reference', 'Referencia del pago'])
      expect(heightOf(sheet, label, 'pi_6yB0cpJqYpPNBO0WOE8JMUR6')).toBe(line);
  });
});
