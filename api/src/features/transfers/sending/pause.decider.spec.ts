import { specificationOf } from '../../../../../test/support/given-when-then.js';
import { LIFT_LAPSES_MS } from '../../../kernel/staff/standing.js';
import type { PauseCauseKind } from '../../lifecycle/payment/pause.rules.js';
import { pauseDecider, type PauseCommand } from './pause.decider.js';
import type { PauseAgain, PauseEvent } from './pauses.rules.js';

const given = specificationOf(pauseDecider);
const at = '2026-11-20T12:00:00.000Z';
const reason = 'Confirmed by the sender.';

const causeOf = (causeId: string, cause: PauseCauseKind = 'case', by = 'robin') => ({
  causeId,
  cause,
  reason,
  by,
  uid: 'carl',
});
const paused = (causeId: string, cause?: PauseCauseKind, by?: string): PauseEvent => ({
  type: 'SendingPaused',
  data: causeOf(causeId, cause, by),
});
const resumed = (causeId: string, cause?: PauseCauseKind, by?: string): PauseEvent => ({
  type: 'SendingResumed',
  data: causeOf(causeId, cause, by),
});
const asked = (by: string, causeIds: readonly string[], requestedAt = at): PauseEvent => ({
  type: 'ResumeRequested',
  data: { causeIds, reason, by, uid: 'carl', requestedAt },
});
const lift = (by: string, laterMs = 0): PauseCommand => ({
  type: 'LiftPauses',
  uid: 'carl',
  reason,
  by,
  at: new Date(Date.parse(at) + laterMs).toISOString(),
});
const pause = (causeId: string, cause: PauseCauseKind, by = 'robin'): PauseCommand => ({
  type: 'PauseSending',
  at,
  ...causeOf(causeId, cause, by),
});

describe('a request to end a pause', () => {
  it('waits for another lead: the same one only repeats it', () => {
    given(paused('c1'))
      .when(lift('irene'))
      .then(asked('irene', ['c1']));
    given(paused('c1'), asked('irene', ['c1']))
      .when(lift('irene'))
      .then();
    given(paused('c1'), asked('irene', ['c1']))
      .when(lift('ivan'))
      .then(resumed('c1', 'case', 'ivan'));
  });

  it('ends what it names and nothing that began after it', () =>
    given(paused('c1'), asked('irene', ['c1']), paused('c2'))
      .when(lift('ivan'))
      .then(resumed('c1', 'case', 'ivan')));

  it('still waits for its other causes when one of them has ended', () =>
    given(paused('c1'), paused('c2'), asked('irene', ['c1', 'c2']), resumed('c1'))
      .when(lift('ivan'))
      .then(resumed('c2', 'case', 'ivan')));

  it('is over when all of its causes have ended, also when they begin again', () =>
    given(paused('c1'), asked('irene', ['c1']), resumed('c1'), paused('c1'))
      .when(lift('ivan'))
      .then(asked('ivan', ['c1'])));

  it('lapses after a day', () => {
    const day = { before: LIFT_LAPSES_MS - 1, after: LIFT_LAPSES_MS };
    given(paused('c1'), asked('irene', ['c1']))
      .when(lift('ivan', day.before))
      .then(resumed('c1', 'case', 'ivan'));
    given(paused('c1'), asked('irene', ['c1']))
      .when(lift('ivan', day.after))
      .then(asked('ivan', ['c1'], '2026-11-21T12:00:00.000Z'));
  });

  it('of nothing records nothing', () => given().when(lift('irene')).then());
});

describe('a pause', () => {
  it('by a lead is recorded beside another one, whose reason differs, and a repeat is not', () => {
    given(paused('p1', 'lead'))
      .when(pause('p2', 'lead', 'ivan'))
      .then(paused('p2', 'lead', 'ivan'));
    given(paused('p1', 'lead')).when(pause('p1', 'lead')).then();
  });

  it('by a lead that was asked to end begins again, and stays when that is agreed to', () => {
    const before = [paused('p1', 'lead'), asked('irene', ['p1'])];
    given(...before)
      .when(pause('p1', 'lead'))
      .then(paused('p1', 'lead'));
    given(...before, paused('p1', 'lead'))
      .when(lift('ivan'))
      .then(asked('ivan', ['p1']));
  });

  it('by a case begins and ends once', () => {
    const end: PauseCommand = { type: 'ResumeSending', at, ...causeOf('c1') };
    given(paused('p1', 'lead')).when(pause('c1', 'case')).then(paused('c1'));
    given(paused('c1')).when(pause('c1', 'case')).then();
    given(paused('c1'), paused('c2')).when(end).then(resumed('c1'));
    given(paused('c2')).when(end).then();
  });
});

it('a cause that began or ended before a restore has undone that does so again, each by itself', () => {
  const again = (decision: PauseEvent) =>
    ({ type: 'DecideAgain', id: 'carl', at, decision: decision as PauseAgain['decision'] }) as const;
  const [second, ended] = [paused('second', 'lead'), resumed('first', 'lead')];
  given(paused('first', 'lead')).when(again(second)).then(second);
  given(paused('first', 'lead'), second).when(again(second)).then();
  given(paused('first', 'lead')).when(again(ended)).then(ended);
  given().when(again(ended)).then();
});
