import { duplicateOf, repeatRecipients, REPEAT_RECIPIENT_LIMIT } from './repeat-recipients';

const at = (minutesAgo: number): string => new Date(1_800_000_000_000 - minutesAgo * 60_000).toISOString();
const NOW_MS = 1_800_000_000_000;
const maya = {
  recipient: 'Maya Okafor',
  platform: 'Cash App',
  handle: '$mayaokafor',
  amount: '120.00',
  createdAt: at(9),
} as const;

describe('earlier recipients', () => {
  it('are suggested once each, newest first, at most five', () => {
    const transfers = ['a', 'b', 'A', 'c', 'd', 'e', 'f'].map((handle) => ({
      ...maya,
      handle,
      recipient: `To ${handle}`,
    }));
    const offered = repeatRecipients(transfers).map(({ recipient }) => recipient);
    expect(offered).toEqual(['To a', 'To b', 'To c', 'To d', 'To e']);
    expect(offered).toHaveLength(REPEAT_RECIPIENT_LIMIT);
  });

  it('are distinct on different platforms', () => {
    expect(repeatRecipients([maya, { ...maya, platform: 'Venmo' }])).toHaveLength(2);
  });
});

describe('a duplicate transfer', () => {
  it('is reported within ten minutes, however the amount and handle are written', () => {
    expect(duplicateOf({ ...maya, handle: '$MayaOkafor', amount: '120' }, [maya], NOW_MS)).toBe(maya);
  });

  it('is not reported after ten minutes', () => {
    expect(duplicateOf(maya, [{ ...maya, createdAt: at(10) }], NOW_MS)).toBeUndefined();
  });

  it('is not reported once the transfer was cancelled, declined or refunded', () => {
    for (const status of ['cancelled', 'declined', 'refunded'] as const) {
      expect(duplicateOf(maya, [{ ...maya, status, released: true }], NOW_MS)).toBeUndefined();
    }
    const under = { ...maya, status: 'processing', released: false } as const;
    expect(duplicateOf(maya, [under], NOW_MS)).toBe(under);
  });

  it('is not assumed when the amount, the handle or the platform differs', () => {
    expect(duplicateOf({ ...maya, amount: '120.01' }, [maya], NOW_MS)).toBeUndefined();
    expect(duplicateOf({ ...maya, handle: '$maya' }, [maya], NOW_MS)).toBeUndefined();
    expect(duplicateOf({ ...maya, platform: 'Venmo' }, [maya], NOW_MS)).toBeUndefined();
  });
});
