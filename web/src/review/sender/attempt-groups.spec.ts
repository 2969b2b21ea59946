import type { SenderAttempt } from '@kernel/staff/sender-activity';
import { groupedAttempts } from './attempt-groups';

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
