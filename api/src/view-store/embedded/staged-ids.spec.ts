import { StagedIds } from './staged-ids.js';

/** So many that some of them share a hash. */
const MANY = 300_000;

it('always knows the run of an id, and hardly ever asks for a look at one that is nowhere', () => {
  const ids = new StagedIds();
  const runs = new Map<string, number>();
  for (let place = 0; place < MANY; place += 1) {
    const [id, run] = [`document ${place}`, 1 + (place % 40)];
    ids.add(id, run);
    runs.set(id, run);
  }
  for (let place = 0; place < MANY; place += 3) {
    const [id, run] = [`document ${place}`, 41 + (place % 7)];
    ids.move(id, ids.runsOf(id), run);
    runs.set(id, run);
  }
  for (const [id, run] of runs) if (!ids.runsOf(id).includes(run)) throw new Error(`${id} is not known`);
  let looks = 0;
  for (let place = MANY; place < 2 * MANY; place += 1) looks += ids.runsOf(`document ${place}`).length;
  expect(looks).toBeLessThan(MANY / 1_000);
});

it('has room for no more than its limit', () => {
  const ids = new StagedIds(2);
  ids.add('a', 1);
  expect(ids.hasRoomFor(1)).toBe(true);
  ids.add('b', 1);
  expect(ids.hasRoomFor(1)).toBe(false);
});
