import { handleText } from './handle-text.js';

describe('a handle formatted for reading', () => {
  it.each([
    ['+13365550177', '(336) 555-0177'],
    ['+443365550177', '+443365550177'],
    ['$mayaokafor', '$mayaokafor'],
    ['+13365550177@people.example', '+13365550177@people.example'],
  ])('%s is %s', (handle, shown) => {
    expect(handleText(handle)).toBe(shown);
  });
});
