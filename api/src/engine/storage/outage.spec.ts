import { Logger } from '@nestjs/common';
import { Outage } from './outage.js';
import { StoreUnavailable } from './store-unavailable.js';

describe('the log line of an outage', () => {
  const lines: string[] = [];
  beforeEach(() => {
    lines.length = 0;
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((line: unknown) => lines.push(String(line)));
  });
  afterEach(() => jest.restoreAllMocks());

  const lineOf = (cause: unknown) => {
    new Outage('view').begin('a page cannot be stored', cause);
    return lines.join('\n');
  };

  it('names a store that is away, without a stack', () => {
    expect(lineOf(new StoreUnavailable('away'))).toBe('a page cannot be stored: StoreUnavailable');
  });

  it('shows where any other error comes from and what caused it, but never its text', () => {
    const driver = Object.assign(new TypeError('550 ann@example.com\n at home'), { code: 11_000 });
    const line = lineOf(new Error('"Ann" is not valid JSON', { cause: driver }));
    expect(line).toMatch(/^a page cannot be stored: Error\n +at .*outage\.spec/);
    expect(line).toMatch(/caused by TypeError 11000\n +at .*outage\.spec/);
    expect(line).not.toMatch(/ann@example|Ann|home/);
  });
});
