import { StoreUnavailable } from '../../storage/store-unavailable.js';
import { eachInTurn } from './each-in-turn.js';

const signal = new AbortController().signal;

it('an item that fails stops no other, and its failure is reported at the end', async () => {
  const done: number[] = [];
  const work = (item: number) =>
    item % 2 === 0 ? Promise.reject(new Error(`item ${item}`)) : Promise.resolve(void done.push(item));
  await expect(eachInTurn([1, 2, 3, 4, 5], signal, work)).rejects.toThrow('item 2');
  expect(done).toEqual([1, 3, 5]);
});

it('ends when our own stores are away, and with its signal', async () => {
  const seen: number[] = [];
  const stop = new AbortController();
  const away = (item: number) => {
    seen.push(item);
    return Promise.reject(new StoreUnavailable('the vault is away'));
  };
  await expect(eachInTurn([1, 2], signal, away)).rejects.toThrow('the vault is away');
  await eachInTurn([3, 4], stop.signal, (item) =>
    Promise.resolve().then(() => {
      seen.push(item);
      stop.abort();
    }),
  );
  expect(seen).toEqual([1, 3]);
});
