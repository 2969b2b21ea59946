import fc from 'fast-check';
import { cleanLines, cleanText, codePointsOf, hasUnseenCharacters } from './texts.js';

describe('a short text that a user types (ASVS 1.3.3)', () => {
  it.each([
    ['  Ana  María ', 'Ana María'],
    ['Jose\u0301', 'José'],
    ['O’Brien-Łukasz', 'O’Brien-Łukasz'],
    ['名前', '名前'],
    ['<b>Ana</b> {remaining}', '<b>Ana</b> {remaining}'],
    ['Ana\u00a0Torres', 'Ana Torres'],
    ['Casa 👩\u200d👩\u200d👧', 'Casa 👩\u200d👩\u200d👧'],
    ['🧑🏽\u200d🍳 ❤\ufe0f\u200d🔥', '🧑🏽\u200d🍳 ❤\ufe0f\u200d🔥'],
    ['علی\u200cرضا', 'علی\u200cرضا'],
    ['ശ്രീ\u200cനാഥ് നായര്\u200d', 'ശ്രീ\u200cനാഥ് നായര്\u200d'],
    ['രാജന്\u200d നായര്', 'രാജന്\u200d നായര്'],
    ['សុខ\u200bហេង', 'សុខ\u200bហេង'],
    ['ܐܒ\u200cܓ', 'ܐܒ\u200cܓ'],
    ['ක්\u200dෂිත', 'ක්\u200dෂිත'],
    [
      'Team 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      'Team 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    ],
    ['\u202aAna\u202c', 'Ana'],
    ['\u2068Ana María\u2069\u200e ', 'Ana María'],
    ['\u200fعلی\u200f', 'علی'],
    ['\ufeff\tAna\n', 'Ana'],
    ['Ober\u00admeier', 'Obermeier'],
    ['👩\u200d', '👩'],
  ])('%j is kept as %j', (text, value) => {
    expect(cleanText(text, 80)).toEqual({ ok: true, value });
  });

  it.each([
    ['NUL', 'a\u0000b'],
    ['line feed', 'a\nb'],
    ['tab', 'a\tb'],
    ['escape', 'a\u001bb'],
    ['delete', 'a\u007fb'],
    ['C1 control', 'a\u0085b'],
    ['zero-width space', 'a\u200bb'],
    ['two zero-width spaces in a row', 'សុខ\u200b\u200bហេង'],
    ['zero-width joiner', 'a\u200db'],
    ['joiner that joins nothing', '👩\u200d x'],
    ['joiner between letters that have one shape', 'م\u200ca'],
    ['two joiners in a row', 'علی\u200c\u200cرضا'],
    ['joiner after a word in Arabic letters', 'علی\u200c رضا'],
    ['joiner too many', '👩\u200d\u200d👧'],
    ['right-to-left mark', 'a\u200fb'],
    ['bidi override', '\u202egro.lived\u202c'],
    ['bidi isolate', 'a\u2066b\u2069'],
    ['word joiner', 'a\u2060b'],
    ['byte order mark', 'a\ufeffb'],
    ['line separator', 'a\u2028b'],
    ['paragraph separator', 'a\u2029b'],
    ['Arabic letter mark', 'a\u061cb'],
    ['tag character', 'a\u{e0041}b'],
    ['tag without its flag', 'a\u{e0067}\u{e0062}\u{e0065}\u{e007f}'],
    ['flag without its end', '🏴\u{e0067}\u{e0062}\u{e0065}'],
    ['lone surrogate', 'a\ud800b'],
  ])('is refused with a %s', (_, text) => {
    expect(cleanText(text, 80)).toEqual({ ok: false, code: 'text_characters' });
  });

  it.each(['', '   ', '\u00a0\u3000'])('is refused when it is blank: %j', (text) => {
    expect(cleanText(text, 80)).toEqual({ ok: false, code: 'text_required' });
  });

  it('can be 80 code points long, with emoji and accents counted once, but not 81', () => {
    expect(cleanText('😀'.repeat(80), 80)).toMatchObject({ ok: true });
    expect(cleanText('😀'.repeat(81), 80)).toEqual({ ok: false, code: 'text_too_long' });
    expect(cleanText('e\u0301'.repeat(80), 80)).toMatchObject({ ok: true });
    expect(cleanText('a'.repeat(81), 80)).toEqual({ ok: false, code: 'text_too_long' });
  });

  it('does not change when cleaned again (ASVS 1.1.1)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        const once = cleanText(text, 80);
        if (!once.ok) return;
        expect(cleanText(once.value, 80)).toEqual(once);
        expect(codePointsOf(once.value)).toBeLessThanOrEqual(80);
        expect(hasUnseenCharacters(once.value)).toBe(false);
      }),
    );
  });
});

describe('a text of several lines', () => {
  it('keeps its lines and tabs, with one kind of line end', () => {
    expect(cleanLines(' one\r\n\ttwo  words\nthree \n', 80)).toEqual({
      ok: true,
      value: 'one\n\ttwo  words\nthree',
    });
  });

  it.each(['a\u0000b', 'a\u202eb', 'a\u200bb', 'a\rb'])(
    'is refused with an invisible character: %j',
    (text) => {
      expect(cleanLines(text, 80)).toEqual({ ok: false, code: 'text_characters' });
    },
  );

  it('is refused when it is blank or too long', () => {
    expect(cleanLines(' \n\t ', 80)).toEqual({ ok: false, code: 'text_required' });
    expect(cleanLines('a\n'.repeat(41), 80)).toEqual({ ok: false, code: 'text_too_long' });
  });
});
