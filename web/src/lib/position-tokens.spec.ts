import { addMessageToken, heldTokens, replaceTokens } from './position-tokens';

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
