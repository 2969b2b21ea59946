import { inParallel } from './in-parallel.js';

it('works on every item once, in order, and never on more than the limit at the same time', async () => {
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  await inParallel([1, 2, 3, 4, 5], 2, async (item) => {
    begun.push(item);
    running += 1;
    most = Math.max(most, running);
    await new Promise((done) => setImmediate(done));
    running -= 1;
  });
  expect(begun).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
  expect(running).toBe(0);
});

it('throws the failure of an item', async () => {
  const work = (item: number) => (item === 2 ? Promise.reject(new Error('two')) : Promise.resolve());
  await expect(inParallel([1, 2, 3], 2, work)).rejects.toThrow('two');
});
