import type { AttemptItem } from '@kernel/staff/compliance';
import type { SenderAttempt } from '@kernel/staff/sender-activity';
import { groupedAttempts } from './attempt-groups';

const refusedFor = (amount: string, more: Partial<AttemptItem> = {}): AttemptItem => ({
  transferId: `t-${amount}`,
  recipient: 'L•••• O••••',
  platform: 'Zelle',
  handle: 'l••••@••••.example',
  amount,
  at: '2026-11-27T11:31:00.000Z',
  refused: 'weekly_limit_exceeded',
  payment: null,
  ...more,
});

it('joins equal refused neighbors, and nothing else', () => {
  const attempts = [
    refusedFor('240.00', { refused: null }),
    refusedFor('240.00', { refused: null }),
    refusedFor('230.00'),
    refusedFor('230.00'),
    refusedFor('230.00', { handle: '@else' }),
    refusedFor('210.00'),
    refusedFor('230.00'),
  ];
  expect(groupedAttempts(attempts).map((group) => `${group.length} × ${group[0].amount}`)).toEqual([
    ...['1 × 240.00', '1 × 240.00', '2 × 230.00', '1 × 230.00', '1 × 210.00', '1 × 230.00'],
  ]);
});

const attempt = (id: string, changes: Partial<SenderAttempt> = {}): SenderAttempt => ({
  id,
  at: '2026-11-20T12:00:00.000Z',
  recipient: 'L•••• O••••',
  platform: 'Zelle',
  amount: '210.00',
  refused: 'weekly_limit_exceeded',
  status: null,
  isHeld: false,
  ...changes,
});
const sent = { refused: null, status: 'sent' } as const;

it('puts refused attempts together that follow each other and are equal, never transfers', () => {
  const attempts = [
    attempt('a'),
    attempt('b'),
    attempt('c', { amount: '230.00' }),
    attempt('d', sent),
    attempt('e', sent),
    attempt('f', { refused: 'sending_paused' }),
    attempt('g', { refused: 'sending_paused', platform: 'PayPal' }),
  ];
  expect(groupedAttempts(attempts).map((group) => group.map(({ id }) => id).join(''))).toEqual([
    ...['ab', 'c', 'd', 'e', 'f', 'g'],
  ]);
});
