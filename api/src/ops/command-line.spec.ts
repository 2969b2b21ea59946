import { readCommandLine, USAGE, usageOf } from './command-line.js';

/** A valid line of each form: its name and as many words as it needs. */
const lines = [...USAGE.matchAll(/^ {2}([a-z].*?) {2}/gm)].map(([, form = '']) =>
  form.replaceAll(/ \[.*?\]| --\w+ <\w+>/g, '').split(' '),
);

describe('a command line', () => {
  it.each(lines)('is read, and refused with an option that the command does not have: %s', (...args) => {
    expect([readCommandLine(args).name, ...readCommandLine(args).words].join(' ')).toBe(args.join(' '));
    for (const option of ['--force', '--by', args[0] === 'stream' ? '--words=a' : '--reveal=a'])
      expect(() => readCommandLine([...args, option])).toThrow(usageOf(args[0] ?? ''));
  });

  it.each([
    [['stream', 'a', '--reveal'], { name: 'stream', words: ['a'], options: { reveal: true } }],
    [['--', 'stream'], null],
    [['parked', 'retry', 'alerts'], { name: 'parked retry', words: ['alerts'], options: {} }],
    [['parked', 'alerts'], null],
    [['parked', 'retry'], null],
    [['rebuild', 'a', 'b', 'c'], { name: 'rebuild', words: ['a', 'b', 'c'], options: {} }],
    [['rebuild'], null],
    [
      ['grant', 'a@b.c', 'lead', '--by=kim'],
      { name: 'grant', words: ['a@b.c', 'lead'], options: { by: 'kim' } },
    ],
    [['grant', 'a@b.c'], null],
    [['suspend', 'a@b.c', 'lead'], null],
    [['desk', 'list'], { name: 'desk list', words: [], options: {} }],
    [['desk', 'list', 'open', 'done'], null],
    [['desk', 'delivered', 'a', 'b', '--words=c', '--by=d'], null],
    [['verify', '--reveal'], null],
    [['toString'], null],
  ])('%j is read as %j', (args, expected) => {
    if (expected) expect(readCommandLine(args)).toEqual(expected);
    else expect(() => readCommandLine(args)).toThrow(usageOf(args[0] ?? ''));
  });
});
