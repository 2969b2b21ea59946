import { handleKindOf, handleText } from './handle-text.js';

describe('a handle formatted for reading', () => {
  it.each([
    ['+13365550177', '(336) 555-0177', 'phone'],
    ['+443365550177', '+443365550177', 'phone'],
    ['$mayaokafor', '$mayaokafor', 'handle'],
    ['@mayaokafor', '@mayaokafor', 'handle'],
    ['+13365550177@people.example', '+13365550177@people.example', 'email'],
  ])('%s is %s, labeled as %s', (handle, shown, kind) => {
    expect(handleText(handle)).toBe(shown);
    expect(handleKindOf(handle)).toBe(kind);
  });
});
