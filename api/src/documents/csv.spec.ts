import { csvOf } from './csv.js';

const columns = [{ key: 'name', header: 'Recipient' }];
const lineOf = (name: string) => csvOf([{ name }], { columns });

describe('a CSV file', () => {
  it('begins with the mark of UTF-8 and the names of its columns', () => {
    expect(csvOf([{ name: 'José' }], { columns, isFirst: true })).toBe('\ufeff"Recipient"\r\n"José"\r\n');
  });

  it.each([
    ['Ana "La; jefa"', '"Ana ""La; jefa"""'],
    ['=1+1', `"'=1+1"`],
    ['＝1', `"'＝1"`],
    ['rent;=1+1', `"rent;'=1+1"`],
    ['rent; =1+1', `"rent;' =1+1"`],
    ['a;b', '"a;b"'],
    ['(336) 555-0177', '"(336) 555-0177"'],
  ])('has %s as text, whatever separates the columns of a spreadsheet', (name, cell) => {
    expect(lineOf(name)).toBe(`${cell}\r\n`);
  });
});
