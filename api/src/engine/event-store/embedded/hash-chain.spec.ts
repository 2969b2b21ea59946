import type { Mac } from '../../vault/mac.js';
import { chainMac } from './hash-chain.js';
import { EVENT_COLUMNS } from './schema.js';

const columns = EVENT_COLUMNS.split(',').map((column) => column.trim());
/** The text that is authenticated, in place of its MAC. */
const chained = (changes: Readonly<Record<string, string | number>>, previous = 'before') =>
  chainMac(
    { of: (text: string) => text } as Mac,
    previous,
    columns.map((column) => changes[column] ?? 'ab'),
  );

it('the chain of a log tells apart events with the same text in other fields', () => {
  const texts = columns.slice(1).filter((column) => column !== 'revision');
  const moved = texts.slice(1).map((column, index) => {
    const before = texts[index] ?? '';
    return chained({ [before]: 'a', [column]: 'bab' });
  });
  expect(new Set([chained({}), ...moved]).size).toBe(texts.length);
});

it('the chain of a log depends on the place of an event and on everything before it', () => {
  const all = [chained({}), chained({}, 'other'), chained({ position: 2 }), chained({ revision: 2 })];
  expect(new Set(all).size).toBe(all.length);
});
