import PDFDocument from 'pdfkit';
import { Sheet } from './sheet.js';
import { registerTypefaces } from './sheet-type.js';

function newSheet(): Sheet {
  const document = new PDFDocument({ size: 'LETTER', margin: 54, tagged: true });
  registerTypefaces(document);
  return new Sheet(document, '', () => '?');
}

/** How much of the page a pair takes in the right column of a receipt. */
function heightOf(sheet: Sheet, label: string, value: string): number {
  const { y } = sheet.document;
  sheet.pair([label, value], { size: 9 }, { from: 0.47, to: 1 });
  return sheet.document.y - y;
}

it('a reference in wide letters stays on the line of its label', () => {
  const sheet = newSheet();
  const line = heightOf(sheet, 'Payment reference', 'pi_1');
  for (const label of ['Payment reference', 'Referencia del pago'])
    expect(heightOf(sheet, label, 'pi_6yB0cpJqYpPNBO0WOE8JMUR6')).toBe(line);
});

it.each(['regular', 'bold'] as const)('amounts with as many figures have the same width: %s', (font) => {
  const { document } = newSheet();
  const widthOf = (text: string) => document.font(font).fontSize(10).widthOfString(text);
  const widths = ['$111.11', '$888.88', '$137.20', '$717.77'].map(widthOf);
  expect(new Set(widths).size).toBe(1);
  // The point takes its own place next to any figure.
  expect(widthOf('$137.20') - widthOf('$13720')).toBeCloseTo(widthOf('.'));
});
