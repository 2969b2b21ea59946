import { recorded } from '../event-sourcing/given-when-then.js';
import { StatesCache, StreamStates } from './stream-states.js';
import { paid, till } from './toy-till.contract.js';

/** The states of a stream with so many events. */
async function statesOf(stream: string, events: number): Promise<StreamStates> {
  const states = new StreamStates(stream);
  const history = Array.from({ length: events }, (_, place) =>
    recorded({ type: paid.type, data: { paymentId: String(place), cents: 1 } }, place),
  );
  async function* read() {
    yield* await Promise.resolve(history);
  }
  await states.catchUp({ read } as never, [till]);
  return states;
}

it('keeps as many streams as its limit says, and forgets the one used least', async () => {
  const cache = new StatesCache(2);
  for (const stream of ['till-a', 'till-b']) cache.put(await statesOf(stream, 1));
  const used = cache.take('till-a');
  if (used) cache.put(used);
  cache.put(await statesOf('till-c', 1));
  expect(cache.take('till-b')).toBeUndefined();
  expect(cache.take('till-a')?.events).toBe(1);
  expect(cache.take('till-c')?.events).toBe(1);
});
