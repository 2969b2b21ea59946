import { pdfText } from '../../../test/support/pdf-text.js';
import { Documents, WAITING_LIMIT } from './documents.js';
import type { Paper, Part } from './paper.js';

const documents = new Documents();
afterAll(() => documents.onApplicationShutdown());

const paperOf = (...parts: readonly Part[]): Paper => ({
  title: 'Statement',
  running: 'Statement · May',
  language: 'en',
  issuedAt: '2026-11-24T20:00:00.000Z',
  footer: ['Issued', 'Page {page} of {pages}'],
  transliterated: 'In Latin letters.',
  parts,
});
const textOf = async (...parts: readonly Part[]) => pdfText(await documents.write(paperOf(...parts)));

const longTable = (rows: number): Part => [
  'table',
  {
    columns: [{ from: 0, to: 1 }],
    head: ['What'],
    foot: ['Sum'],
    rows: Array.from({ length: rows }, (_, index) => [`Transfer ${String(index)}`]),
  },
];

describe('a document', () => {
  it('numbers its pages and repeats what they have in common', async () => {
    const text = await textOf(['title', 'Statement'], longTable(60));
    for (const said of ['Page 1 of 2', 'Page 2 of 2', 'Statement · May', 'Transfer 59', 'Sum'])
      expect(text).toContain(said);
  });

  it('is written while the server does other work', async () => {
    let turns = 0;
    let isWritten = false;
    const other = () => {
      turns += 1;
      if (!isWritten) setImmediate(other);
    };
    setImmediate(other);
    await textOf(longTable(200));
    isWritten = true;
    expect(turns).toBeGreaterThan(100);
  });

  it('has all letters of its text, whatever was written before it', async () => {
    await textOf(['paragraph', 'ijäöé: …;!?']);
    expect(await textOf(['paragraph', 'ı.,¨´: i. j. a. ¡¿'])).toContain('ı.,¨´: i. j. a. ¡¿');
  });

  it.each([
    ['Van Dĳk', 'Van Dijk'],
    ['ﬁnn', 'finn'],
    ['ＡＮＡ', 'ANA'],
    ['Łucja Žofia', 'Łucja Žofia'],
  ])('keeps the letters of %s', async (name, shown) => {
    const text = await textOf(['paragraph', name]);
    expect(text).toContain(shown);
    expect(text).not.toContain('Latin letters');
  });

  it.each([
    ['李', 'Li'],
    ['Nguyễn', 'Nguyen'],
    ['Θάλεια', 'Thaleia'],
  ])('says that %s is written in Latin letters', async (name, shown) => {
    const text = await textOf(['paragraph', name]);
    expect(text).toContain(shown);
    expect(text).toContain('In Latin letters.');
  });
});

describe('documents', () => {
  it('wait for each other up to a limit; further ones are refused until later', async () => {
    const written = await Promise.allSettled(
      Array.from({ length: WAITING_LIMIT + 1 }, () => textOf(['title', 'Receipt'])),
    );
    const refused = written.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'busy', params: { seconds: 5 } } }]);
    expect(written.at(-1)?.status).toBe('rejected');
  });

  it('are written after one that cannot be', async () => {
    const broken = [['nothing']] as unknown as readonly Part[];
    await expect(textOf(...broken)).rejects.toThrow('is not a function');
    expect(await textOf(['title', 'Receipt'])).toContain('Receipt');
  });

  it('are written after their thread ended, which refuses those that wait', async () => {
    const written = Promise.allSettled(
      Array.from({ length: WAITING_LIMIT }, () => textOf(['title', 'Receipt'])),
    );
    await documents.onApplicationShutdown();
    // Some may have been written before the end.
    expect((await written).at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'busy' } });
    expect(await textOf(['title', 'Receipt'])).toContain('Receipt');
  });
});
