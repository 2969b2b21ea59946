import { readFrameMessage } from './frame-messages';

const origin = 'https://cards.example';
const frame = {} as Window;
const read = (data: unknown, from: { origin?: string; source?: Window } = {}) =>
  readFrameMessage({ data, origin, source: frame, ...from }, { frame, origin });

const token = { type: 'flip-card-token', token: 'pm_1' };

it('a message counts only from the frame on the screen, and from the origin that serves it', () => {
  expect(read(token)).toEqual(token);
  expect(read(token, { source: {} as Window })).toBeNull();
  expect(read(token, { origin: 'https://elsewhere.example' })).toBeNull();
});

it.each([
  ['a token that is no text', { ...token, token: 7 }],
  ['a token longer than any', { ...token, token: 'x'.repeat(301) }],
  ['a height of nothing', { type: 'flip-card-height', height: 0 }],
  ['a name that every object has', { type: 'constructor' }],
  ['no object', 'flip-card-ready'],
])('%s is no message', (_, data) => {
  expect(read(data)).toBeNull();
});
