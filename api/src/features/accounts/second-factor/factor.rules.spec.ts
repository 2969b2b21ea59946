import { type Checked, entered, type Factor, waitMsOf, WRONG_CODES_WITHIN_MS } from './factor.rules.js';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const MINUTE = 60_000;
const enrolled: Factor = {
  sealedSecret: 'sealed',
  createdAtMs: NOW,
  lastStep: 0,
  recovery: ['one', 'two'],
  wrongAtMs: [],
  stoppedUntilMs: 0,
};
const WRONG: Checked = { kind: 'wrong' };
const RIGHT: Checked = { kind: 'step', step: 7 };
const recovery = (index: string): Checked => ({ kind: 'recovery', index });

/** A factor after codes that were entered a minute apart, from now on. */
function after(...codes: readonly Checked[]): Factor {
  return codes.reduce(
    (factor, code, minutes) => entered(factor, code, NOW + minutes * MINUTE).factor,
    enrolled,
  );
}

describe('the codes of a second factor', () => {
  it('are accepted once: the step of the last one is kept', () => {
    expect(entered(after(WRONG), RIGHT, NOW)).toEqual({
      kind: 'accepted',
      recovery: false,
      factor: { ...enrolled, lastStep: 7 },
    });
  });

  it('can be recovery codes, each of which works once', () => {
    const used = entered(enrolled, recovery('one'), NOW);
    expect(used).toEqual({
      kind: 'accepted',
      recovery: true,
      factor: { ...enrolled, recovery: ['two'] },
    });
    expect(entered(used.factor, recovery('one'), NOW)).toMatchObject({ kind: 'wrong', stopped: false });
    expect(entered(used.factor, recovery('two'), NOW)).toMatchObject({ kind: 'accepted' });
  });

  it('stop further tries for 15 minutes at the fifth wrong one', () => {
    const fourth = after(WRONG, WRONG, WRONG, WRONG);
    expect(waitMsOf(fourth, NOW)).toBe(0);
    const fifth = entered(fourth, WRONG, NOW + 4 * MINUTE);
    expect(fifth).toMatchObject({ kind: 'wrong', stopped: true });
    expect(waitMsOf(fifth.factor, NOW + 4 * MINUTE)).toBe(WRONG_CODES_WITHIN_MS);
    expect(waitMsOf(fifth.factor, NOW + 18 * MINUTE)).toBe(MINUTE);
    expect(waitMsOf(fifth.factor, NOW + 20 * MINUTE)).toBe(0);
  });

  it('can be tried five times again after the stop', () => {
    const stopped = after(WRONG, WRONG, WRONG, WRONG, WRONG);
    expect(entered(stopped, WRONG, NOW + 20 * MINUTE)).toMatchObject({ kind: 'wrong', stopped: false });
  });

  it('count wrong recovery codes as well', () => {
    const fourth = after(WRONG, recovery('x'), WRONG, recovery('x'));
    expect(entered(fourth, recovery('x'), NOW + 4 * MINUTE)).toMatchObject({ stopped: true });
  });

  it.each<[string, Checked]>([
    ['code', RIGHT],
    ['recovery code', recovery('one')],
  ])('begin to count again after a right %s: four wrong, it, one wrong stop nothing', (_, right) => {
    const factor = after(WRONG, WRONG, WRONG, WRONG, right);
    expect(entered(factor, WRONG, NOW + 5 * MINUTE)).toMatchObject({ kind: 'wrong', stopped: false });
  });

  it('do not count a wrong one 15 minutes later', () => {
    const fourth = after(WRONG, WRONG, WRONG, WRONG);
    const laterMs = NOW + WRONG_CODES_WITHIN_MS;
    expect(entered(fourth, WRONG, laterMs - 1)).toMatchObject({ stopped: true });
    expect(entered(fourth, WRONG, laterMs)).toMatchObject({ stopped: false });
  });
});
