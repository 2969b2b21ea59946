import { normalText, TEXT_MAX_LENGTH } from './normal-text.js';

describe('normalization', () => {
  it.each([
    ['NFC', 'Jose\u0301', 'Jos\u00e9'],
    ['NFD', 'Jos\u00e9', 'Jose\u0301'],
    ['NFKC', '\uff14\u2461', '42'],
    ['NFKD', '\ufb01', 'fi'],
    ['NFC', 'plain', 'plain'],
  ] as const)('%s is that of Unicode: %s', (form, text, normal) => {
    expect(normalText(text, form)).toBe(normal);
  });

  it('keeps the first 30 marks on a character, and the order that Unicode gives them', () => {
    const marks = `${'\u0301'.repeat(20)}${'\u0323'.repeat(20)}`;
    expect(normalText(`a${marks}b`, 'NFD')).toBe(`a${'\u0323'.repeat(10)}${'\u0301'.repeat(20)}b`);
  });

  it('returns a text longer than any field as it is', () => {
    const long = '\uff14'.repeat(TEXT_MAX_LENGTH + 1);
    expect(normalText(long, 'NFKC')).toBe(long);
    expect(normalText(long.slice(1), 'NFKC')).toBe('4'.repeat(TEXT_MAX_LENGTH));
  });
});
