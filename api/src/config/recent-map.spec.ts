import { RecentMap } from './recent-map.js';

describe('a map of what was used last', () => {
  it('keeps what is used again and again, however much comes by', () => {
    const map = new RecentMap<string, number>(4);
    map.set('used', 1);
    for (let other = 0; other < 100; other += 1) {
      map.set(`other ${other}`, other);
      expect(map.get('used')).toBe(1);
    }
    expect(map.get('other 90')).toBeUndefined();
  });

  it('never holds more than its limit', () => {
    const map = new RecentMap<number, number>(10);
    for (let key = 0; key < 100; key += 1) map.set(key, key);
    const held = Array.from({ length: 100 }, (_, key) => map.get(key)).filter((value) => value !== undefined);
    expect(held.length).toBeLessThanOrEqual(10);
    expect(map.get(99)).toBe(99);
  });

  it('forgets what is deleted, and what it held before is not there again', () => {
    const map = new RecentMap<string, number>(4);
    for (const [value, key] of ['a', 'b', 'c', 'a'].entries()) map.set(key, value);
    map.delete('a');
    expect(map.get('a')).toBeUndefined();
  });
});
