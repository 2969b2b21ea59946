import { hasPhonePart, searchText } from './search-text.js';

describe('what is compared in a search', () => {
  it.each([
    ['José', 'jose'],
    ['O’Brien', "O'Brien"],
    ['O´Brien', 'o`brien'],
    ['Łukasz', 'lukasz'],
    ['Sørensen', 'sorensen'],
    ['Groß', 'GROSS'],
    ['Æsa', 'aesa'],
    ['Đặng', 'dang'],
    ['İpek', 'ipek'],
    ['Ilgaz', 'ılgaz'],
    ['Anne‑Marie', 'anne-marie'],
    ['Ana\u00a0Torres', 'ana torres'],
    ['علی\u200cرضا', 'علیرضا'],
    ['ﬁnn', 'finn'],
  ])('of %s is that of %s', (one, other) => {
    expect(searchText(one)).toBe(searchText(other));
  });
});

describe('a part of the phone number +13365550177', () => {
  it.each(['336-555-0177', '(336) 555 0177', '336.555.0177', '+1 336 555 0177', '336 555', '555-01'])(
    'is %s',
    (searched) => {
      expect(hasPhonePart('+13365550177', searched)).toBe(true);
    },
  );

  it.each(['55-0', '5550.17', '3365550178', 'maya 336-555-0177', '336,555', ''])('is not %j', (searched) => {
    expect(hasPhonePart('+13365550177', searched)).toBe(false);
  });

  it('is in no address', () => {
    expect(hasPhonePart('maya3365550177@mail.example', '336-555-0177')).toBe(false);
  });
});
