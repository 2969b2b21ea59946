import { addMessageToken, beginReading, firstToken, heldTokens, replaceTokens } from './position-tokens';

it('the token of a command replaces those that were sent with it, and no later one', () => {
  addMessageToken('message');
  const sent = heldTokens();
  expect(sent).toEqual(['message']);
  addMessageToken('later');
  replaceTokens(sent, 'command');
  expect(heldTokens()).toEqual(['command', 'later']);
  replaceTokens(heldTokens(), 'next');
  expect(heldTokens()).toEqual(['next']);
});

it('a session keeps the token of its first reads, until another user begins', () => {
  beginReading();
  expect(firstToken()).toBe('next');
  replaceTokens(heldTokens(), 'later');
  expect(firstToken()).toBe('next');
  beginReading();
  expect(firstToken()).toBe('later');
});
