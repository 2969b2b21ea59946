import { recorded } from '../event-sourcing/given-when-then.js';
import { StreamLanes } from './stream-lanes.js';
import { StreamStates } from './stream-states.js';
import { paid, till } from '../../../test/support/till.js';

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

async function keep(lanes: StreamLanes, stream: string, events = 1): Promise<void> {
  lanes.put(lanes.of(stream), await statesOf(stream, events));
}

const isKept = (lanes: StreamLanes, stream: string) => lanes.of(stream).states !== null;

it('keeps as many streams as its limit says, and forgets one that was not used since room was last made', async () => {
  const lanes = new StreamLanes(2);
  for (const stream of ['till-a', 'till-b', 'till-c']) await keep(lanes, stream);
  await keep(lanes, 'till-b');
  await keep(lanes, 'till-d');
  expect(isKept(lanes, 'till-b')).toBe(true);
  expect(isKept(lanes, 'till-d')).toBe(true);
});

it('keeps a stream that somebody works on, whatever else comes', async () => {
  const lanes = new StreamLanes(1);
  const busy = lanes.of('till-busy');
  busy.isBusy = true;
  for (const stream of ['till-a', 'till-b', 'till-c']) await keep(lanes, stream);
  expect(lanes.of('till-busy')).toBe(busy);
});

it('holds no more events than its limit, and lets go of a stream that was not used since', async () => {
  const lanes = new StreamLanes(10, 5);
  for (const stream of ['till-a', 'till-b', 'till-c']) await keep(lanes, stream, 2);
  expect(isKept(lanes, 'till-a')).toBe(false);
  expect(isKept(lanes, 'till-b')).toBe(true);
  expect(isKept(lanes, 'till-c')).toBe(true);
});

it('takes the states out, so that a failed append leaves none', async () => {
  const lanes = new StreamLanes();
  await keep(lanes, 'till-a');
  const lane = lanes.of('till-a');
  expect(lanes.take(lane).events).toBe(1);
  expect(lanes.take(lane).events).toBe(0);
});
