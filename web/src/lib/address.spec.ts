import { addressOf, anyText, oneOf } from './address';

const { plain, viewIn, parametersOf } = addressOf({
  show: oneOf(['open', 'closed'], 'open'),
  period: oneOf(['7', '30'], ''),
  number: anyText,
});

describe('the address of a page', () => {
  it.each([
    ['', {}],
    ['show=closed&period=7', { show: 'closed', period: '7' }],
    ['number=C-5a7c1f&other=1', { number: 'C-5a7c1f' }],
    ['show=nothing&period=8', {}],
  ])('?%s shows what it names and takes no other value', (search, changes) => {
    expect(viewIn(new URLSearchParams(search))).toEqual({ ...plain, ...changes });
  });

  it('has only what differs from the page without one', () => {
    expect(parametersOf(plain)).toEqual({});
    expect(parametersOf({ ...plain, show: 'closed', number: '5a' })).toEqual({
      show: 'closed',
      number: '5a',
    });
  });
});
