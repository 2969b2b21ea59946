import { problemNumber, quotedIn } from './problem-numbers.js';

const id = '2d9d3f6a-52e4-4f0e-8a38-0d0f3f6f1c03';
const digest = '1c04f2aa';
const number = 'P-2D9D3F6A-1C04F2';

it('begins with the transfer, so that problems of two transfers never share it', () => {
  expect(problemNumber(id, digest)).toBe(number);
  expect(problemNumber('b718c0de-52e4-4f0e-8a38-0d0f3f6f1c03', digest)).toBe('P-B718C0DE-1C04F2');
});

it.each([number, 'p-2d9d3f6a-1c04f2', ' P 2D9D3F6A 1C04F2 ', '2d9d3f6a1c04f2'])(
  'is found however it is quoted: %j',
  (text) => {
    const quoted = quotedIn(text);
    expect(quoted?.ids.from).toBe('2d9d3f6a');
    expect(quoted?.namesProblem([number])).toBe(true);
    expect(quoted?.namesProblem(['P-2D9D3F6A-1C04F3'])).toBe(false);
  },
);

it.each([id, id.toUpperCase(), '2d9d3f6a', '2d9d3f6a-52e4'])('a transfer is found by its id: %j', (text) => {
  const quoted = quotedIn(text);
  expect(quoted?.namesTransfer(id)).toBe(true);
  expect(quoted?.namesTransfer('2d9d3f6b-52e4-4f0e-8a38-0d0f3f6f1c03')).toBe(false);
});

it.each(['', 'P-', '2d9d3f6', 'Maya', 'P-2D9D3F6A-1C04F', `${id}0`, '%', 'ñ2d9d3f6z'])(
  'finds nothing for %j',
  (text) => {
    expect(quotedIn(text)).toBeNull();
  },
);
