import { untilQuiet } from './quiet.js';

/** Work of others in this many turns of the event loop; `done` counts them. */
function busyTurns(turns: number) {
  const work = { done: 0 };
  const turn = () => {
    const untilMs = performance.now() + 2;
    while (performance.now() < untilMs);
    work.done += 1;
    if (work.done < turns) setImmediate(turn);
  };
  setImmediate(turn);
  return work;
}

describe('untilQuiet', () => {
  it('lets others finish what they do turn by turn', async () => {
    const work = busyTurns(5);
    await untilQuiet(60_000);
    expect(work.done).toBe(5);
  });

  it('goes on in an event loop that is never quiet', async () => {
    const work = busyTurns(100_000);
    await untilQuiet(20);
    expect(work.done).toBeLessThan(100_000);
    work.done = 100_000;
  });
});
