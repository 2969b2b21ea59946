import { DomainError } from '../domain-error.js';
import { keptBy, requireRetentionOver, retentionEndsAt, type RetentionFacts } from './retention.rules.js';

const nothing: RetentionFacts = {
  closedAt: '2019-03-04T10:00:00.000Z',
  lastTransferAt: null,
  lastReportAt: null,
  hasLegalHold: false,
  hasOpenTransfer: false,
  hasOpenCase: false,
  hasReportDue: false,
  isPaused: false,
};

it.each<[string, Partial<RetentionFacts>, string | null]>([
  ['closing', {}, '2026-03-04T10:00:00.000Z'],
  ['the last transfer', { lastTransferAt: '2019-05-01T00:00:00.000Z' }, '2026-05-01T00:00:00.000Z'],
  ['an earlier transfer not', { lastTransferAt: '2018-05-01T00:00:00.000Z' }, '2026-03-04T10:00:00.000Z'],
  ['the last report', { lastReportAt: '2020-02-29T00:00:00.000Z' }, '2027-03-01T00:00:00.000Z'],
  ['no end while the account is open', { closedAt: null }, null],
])('retention runs from %s', (_, facts, endsAt) => {
  expect(retentionEndsAt({ ...nothing, ...facts }, 7)).toBe(endsAt);
});

const refusalOf = (facts: Partial<RetentionFacts>, at: string) => {
  try {
    requireRetentionOver({ ...nothing, ...facts }, 7, at);
    return null;
  } catch (error) {
    const { code, params } = error as DomainError;
    return [code, params];
  }
};

it.each<[Partial<RetentionFacts>, string]>([
  [{ closedAt: null }, 'account_open'],
  [{ hasLegalHold: true }, 'legal_hold'],
  [{ hasOpenTransfer: true }, 'transfer_open'],
  [{ hasOpenCase: true }, 'case_open'],
  [{ hasReportDue: true }, 'report_due'],
  [{ isPaused: true }, 'sender_paused'],
])('nothing is erased with %j, whatever time has passed', (facts, code) => {
  expect(refusalOf(facts, '2060-01-01T00:00:00.000Z')).toEqual([code, {}]);
});

it('everything that keeps the data is named', () => {
  expect(keptBy(nothing)).toEqual([]);
  expect(keptBy({ ...nothing, isPaused: true, hasLegalHold: true })).toEqual(['legal_hold', 'sender_paused']);
});

it('nothing is erased before the instant at which retention ends', () => {
  expect(refusalOf({}, '2026-03-04T09:59:59.999Z')).toEqual(['retention_not_over', { date: '2026-03-04' }]);
  expect(refusalOf({}, '2026-03-04T10:00:00.000Z')).toBeNull();
});
