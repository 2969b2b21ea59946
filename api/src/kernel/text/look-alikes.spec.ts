import fc from 'fast-check';
import { CLOSE_MIN_LENGTH, lookAlikeOf } from './look-alikes.js';
import type { Platform } from '../money/platforms.js';
import type { Recipient } from '../people/recipients.js';

const recipient = (handle: string, platform: Platform = 'Cash App', name = 'Maya Okafor'): Recipient => ({
  name,
  platform,
  handle,
});

describe('a handle resembles a known one', () => {
  it.each<[string, Platform, string, string, string]>([
    ['zero for o', 'Cash App', '$mayaokaf0r', '$mayaokafor', 'looks'],
    ['one for l', 'Cash App', '$ju1ia', '$julia', 'looks'],
    ['i for l', 'Venmo', '@Iuis', '@luis', 'looks'],
    ['two for z', 'Venmo', '@li2', '@liz', 'looks'],
    ['five for s', 'Cash App', '$ro5a', '$rosa', 'looks'],
    ['eight for b', 'Chime', '$8en', '$ben', 'looks'],
    ['nine for g', 'Venmo', '@9race', '@grace', 'looks'],
    ['q for g', 'Venmo', '@qrace', '@grace', 'looks'],
    ['nine for q', 'Venmo', '@jac9ues', '@jacques', 'looks'],
    ['rn for m', 'Venmo', '@rnaya', '@maya', 'looks'],
    ['vv for w', 'Venmo', '@vvendy', '@wendy', 'looks'],
    ['vv for w beside a v', 'Venmo', '@livvvy', '@livwy', 'looks'],
    ['cl for d', 'Venmo', '@clavid', '@david', 'looks'],
    ['a separator', 'Venmo', '@maya_okafor', '@mayaokafor', 'looks'],
    ['another separator', 'Zelle', 'maya.o@mail.example', 'maya-o@mail.example', 'looks'],
    ['several at once', 'Chime', '$j0hn-l1m', '$JohnIim', 'looks'],
    ['an email domain', 'PayPal', 'maya@rnail.example', 'maya@mail.example', 'looks'],
    ['a wrong letter', 'Cash App', '$mayaokagor', '$mayaokafor', 'close'],
    ['a missing letter', 'Zelle', 'may@mail.example', 'maya@mail.example', 'close'],
    ['an added letter', 'Venmo', '@mayaa', '@maya', 'close'],
    ['two swapped letters', 'Venmo', '@myaa', '@maya', 'close'],
    ['a slip in the domain', 'Zelle', 'al@mial.example', 'al@mail.example', 'close'],
    ['a wrong digit', 'Zelle', '+13365550143', '+13365550142', 'close'],
    ['two swapped digits', 'Zelle', '+13365550124', '+13365550142', 'close'],
  ])('with %s', (_, platform, typed, known, likeness) => {
    const saved = recipient(known, platform);
    expect(lookAlikeOf(recipient(typed, platform), [saved])).toEqual({ likeness, known: saved });
    expect(lookAlikeOf(saved, [recipient(typed, platform)])?.likeness).toBe(likeness);
  });

  it('on another platform too, when it is an email address or a phone number', () => {
    const saved = recipient('maya@mail.example', 'PayPal');
    expect(lookAlikeOf(recipient('maya@mali.example', 'Zelle'), [saved])?.known).toBe(saved);
    expect(lookAlikeOf(recipient('@mayaokaf0r', 'Venmo'), [recipient('$mayaokafor')])).toBeNull();
  });

  it('when it is the same one under another name', () => {
    const saved = recipient('$mayaokafor');
    const other = recipient('$mayaokafor', 'Cash App', 'Luis Herrera');
    expect(lookAlikeOf(other, [saved])).toEqual({ likeness: 'name', known: saved });
  });

  it('above all when it only looks different, in any order', () => {
    const close = recipient('$mayaokafur');
    const looks = recipient('$mayaokaf0r');
    expect(lookAlikeOf(recipient('$mayaokafor'), [close, looks])?.known).toBe(looks);
  });
});

describe('a handle resembles none', () => {
  it.each<[string, Recipient, Recipient]>([
    ['the same handle', recipient('$mayaokafor'), recipient('$mayaokafor')],
    ['the same handle in other case', recipient('@Maya', 'Venmo'), recipient('@maya', 'Venmo')],
    ['the same email on another platform', recipient('m@a.co', 'Zelle'), recipient('m@a.co', 'PayPal')],
    ['a part of the name', recipient('$maya', 'Cash App', 'maya'), recipient('$maya')],
    [
      'a name without its accents',
      recipient('$r', 'Cash App', 'Rosa Jimenez'),
      recipient('$r', 'Cash App', 'Jiménez, Rosa'),
    ],
    ['two letters', recipient('$mayaokafyr'), recipient('$mayaokofor')],
    ['one letter of a short name', recipient('$al'), recipient('$el')],
    ['one letter of a short address', recipient('al@m.co', 'Zelle'), recipient('el@m.co', 'Zelle')],
    ['another kind', recipient('+13365550142', 'Venmo'), recipient('@3365550142', 'Venmo')],
  ])('that differs by %s', (_, typed, known) => {
    expect(lookAlikeOf(typed, [known])).toBeNull();
  });

  it('that was used before, although it resembles another one', () => {
    expect(
      lookAlikeOf(recipient('$mayaokaf0r'), [recipient('$mayaokafor'), recipient('$mayaokaf0r')]),
    ).toBeNull();
  });
});

describe('every handle', () => {
  const names = fc.stringMatching(/^[a-z0-9]{4,20}$/);
  const letters = fc.constantFrom(...Array.from('abcdefghjkmnpqstuxyz23456789'));
  const phones = fc.stringMatching(/^[2-9]\d{9}$/).map((digits) => `+1${digits}`);

  const alphabet = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');

  /** Every text that one wrong, added or missing character or one swap makes of this one, listed one by one. */
  function editsOf(text: string): ReadonlySet<string> {
    const edits = Array.from({ length: text.length + 1 }, (_, index) => {
      const [before, after] = [text.slice(0, index), text.slice(index)];
      const swap = before + after.charAt(1) + after.charAt(0) + after.slice(2);
      const typed = alphabet.flatMap((letter) => [before + letter + after, before + letter + after.slice(1)]);
      return [before + after.slice(1), swap, ...typed];
    });
    return new Set(edits.flat());
  }

  it('resembles those that are one edit away, and none farther away', () => {
    const changes = fc.array(fc.tuple(fc.nat(20), letters, fc.constantFrom('set', 'add', 'drop')), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(names, changes, (name, edits) => {
        const other = edits.reduce((text, [place, letter, edit]) => {
          const index = place % (text.length + 1);
          return (
            text.slice(0, index) +
            (edit === 'drop' ? '' : letter) +
            text.slice(edit === 'add' ? index : index + 1)
          );
        }, name);
        if (other === '' || other === name) return;
        const found = lookAlikeOf(recipient(`$${other}`), [recipient(`$${name}`)]);
        if (found?.likeness === 'looks') return;
        const close = editsOf(name).has(other) && Math.max(name.length, other.length) >= CLOSE_MIN_LENGTH;
        expect(found?.likeness ?? null).toBe(close ? 'close' : null);
      }),
      { numRuns: 300 },
    );
  });

  it('resembles every confusable spelling of itself, in both directions', () => {
    const spellings: readonly (readonly [string, string])[] = [
      ['o', '0'],
      ['l', '1'],
      ['l', 'i'],
      ['m', 'rn'],
      ['w', 'vv'],
      ['d', 'cl'],
      ['s', '5'],
      ['b', '8'],
      ['z', '2'],
      ['g', '9'],
      ['q', '9'],
    ];
    fc.assert(
      fc.property(names, fc.nat(20), fc.constantFrom(...spellings), (name, place, [plain, odd]) => {
        const index = place % (name.length + 1);
        const known = recipient(`@${name.slice(0, index)}${plain}${name.slice(index)}`, 'Venmo');
        const typed = recipient(`@${name.slice(0, index)}${odd}${name.slice(index)}`, 'Venmo');
        expect(lookAlikeOf(typed, [known])).toMatchObject({ known });
        expect(lookAlikeOf(known, [typed])).toMatchObject({ known: typed });
      }),
      { numRuns: 500, examples: [['av0a0', 14, ['w', 'vv']]] },
    );
  });

  it('resembles a phone number with exactly one other digit', () => {
    fc.assert(
      fc.property(phones, fc.nat(8), fc.integer({ min: 1, max: 9 }), (phone, place, shift) => {
        const index = place + 3;
        const digit = String((Number(phone[index]) + shift) % 10);
        const typed = phone.slice(0, index) + digit + phone.slice(index + 1);
        const found = lookAlikeOf(recipient(typed, 'Zelle'), [recipient(phone, 'Zelle')]);
        expect(found?.likeness).toBe('close');
      }),
    );
  });

  it('never resembles itself', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          names.map((name) => `$${name}`),
          phones,
        ),
        (handle) => {
          expect(lookAlikeOf(recipient(handle), [recipient(handle)])).toBeNull();
        },
      ),
    );
  });
});
