import {
  type Checked,
  type CodeSource,
  entered,
  type Factor,
  STRANGERS_LIMIT,
  waitMsOf,
  WRONG_CODES_WITHIN_MS,
} from './factor.rules.js';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const enrolled: Factor = { sealedSecret: 'sealed', createdAtMs: NOW, lastStep: 0, recovery: ['one', 'two'] };
const WRONG: Checked = { kind: 'wrong' };
const RIGHT: Checked = { kind: 'step', step: 7 };
const recovery = (index: string): Checked => ({ kind: 'recovery', index });
const stranger = { kind: 'stranger', network: '10.0.0.0/24' } as const satisfies CodeSource;
const device: CodeSource = { kind: 'device', id: 'laptop' };
const session: CodeSource = { kind: 'session', id: 'open' };
const fiveWrong = [WRONG, WRONG, WRONG, WRONG, WRONG];

/** A factor after codes that were entered at once. */
const after = (
  codes: readonly Checked[],
  source: CodeSource = stranger,
  before = enrolled,
  atMs = NOW,
): Factor => codes.reduce((factor, code) => entered(factor, { checked: code, source }, atMs).factor, before);

/** The pauses, in minutes, of a source that enters five wrong codes as soon as it may. */
function pausesOf(source: CodeSource, count: number): readonly number[] {
  const pauses: number[] = [];
  let factor = enrolled;
  let nowMs = NOW;
  while (pauses.length < count) {
    factor = after(fiveWrong, source, factor, nowMs);
    const pauseMs = waitMsOf(factor, source, nowMs);
    pauses.push(pauseMs / MINUTE);
    nowMs += pauseMs;
  }
  return pauses;
}

describe('the codes of a second factor', () => {
  it('are accepted once: the step of the last one is kept', () => {
    expect(entered(enrolled, { checked: RIGHT, source: stranger }, NOW)).toEqual({
      kind: 'accepted',
      recovery: false,
      factor: { ...enrolled, lastStep: 7, tries: {} },
    });
  });

  it('can be recovery codes, each of which works once', () => {
    const used = entered(enrolled, { checked: recovery('one'), source: stranger }, NOW);
    expect(used).toMatchObject({ kind: 'accepted', recovery: true, factor: { recovery: ['two'] } });
    expect(entered(used.factor, { checked: recovery('one'), source: stranger }, NOW)).toMatchObject({
      kind: 'wrong',
    });
    expect(entered(used.factor, { checked: recovery('two'), source: stranger }, NOW)).toMatchObject({
      kind: 'accepted',
    });
  });

  it('stop further tries for 15 minutes at the fifth wrong one', () => {
    const fourth = after([WRONG, WRONG, WRONG, WRONG]);
    expect(waitMsOf(fourth, stranger, NOW)).toBe(0);
    const fifth = entered(fourth, { checked: WRONG, source: stranger }, NOW);
    expect(fifth).toMatchObject({ kind: 'wrong', stopped: true });
    expect(waitMsOf(fifth.factor, stranger, NOW)).toBe(WRONG_CODES_WITHIN_MS);
    expect(waitMsOf(fifth.factor, stranger, NOW + 14 * MINUTE)).toBe(MINUTE);
    expect(waitMsOf(fifth.factor, stranger, NOW + 15 * MINUTE)).toBe(0);
  });

  it("are counted apart by session, known browser and network: nobody's wrong ones stop anybody else", () => {
    const sources: readonly CodeSource[] = [
      ...[stranger, device, session],
      ...([{ kind: 'stranger', network: '10.0.1.0/24' }] as const),
      ...([{ kind: 'session', id: 'another' }] as const),
    ];
    for (const wrong of sources) {
      const stopped = after(fiveWrong, wrong);
      expect(sources.filter((one) => waitMsOf(stopped, one, NOW) > 0)).toEqual([wrong]);
    }
  });

  it("double a stranger's pause each time, up to a day, and nobody else's", () => {
    expect(pausesOf(stranger, 9)).toEqual([15, 30, 60, 120, 240, 480, 960, 1_440, 1_440]);
    expect(pausesOf(device, 3)).toEqual([15, 15, 15]);
    expect(pausesOf(session, 3)).toEqual([15, 15, 15]);
  });

  it('stop strangers from ever more networks, but not the owner', () => {
    const networks = Array.from({ length: STRANGERS_LIMIT }, (_, nth) => ({
      kind: 'stranger' as const,
      network: `10.1.${nth}.0/24`,
    }));
    const guessed = networks.reduce((factor, network) => after([WRONG], network, factor), enrolled);
    expect(waitMsOf(guessed, stranger, NOW)).toBeGreaterThan(0);
    expect([device, session].map((own) => waitMsOf(guessed, own, NOW))).toEqual([0, 0]);
    expect(waitMsOf(guessed, stranger, NOW + 24 * HOUR)).toBe(0);
  });

  it.each<[string, Checked]>([
    ['code', RIGHT],
    ['recovery code', recovery('one')],
  ])('begin to count again after a right %s: four wrong, it, one wrong stop nothing', (_, right) => {
    const factor = after([WRONG, WRONG, WRONG, WRONG, right]);
    expect(entered(factor, { checked: WRONG, source: stranger }, NOW)).toMatchObject({
      kind: 'wrong',
      stopped: false,
    });
  });

  it('do not count a wrong one 15 minutes later', () => {
    const fourth = after([WRONG, WRONG, WRONG, WRONG]);
    const laterMs = NOW + WRONG_CODES_WITHIN_MS;
    expect(entered(fourth, { checked: WRONG, source: stranger }, laterMs - 1)).toMatchObject({
      stopped: true,
    });
    expect(entered(fourth, { checked: WRONG, source: stranger }, laterMs)).toMatchObject({ stopped: false });
  });
});
