import type { DeskTask, DeskTasks, DeskTransfer } from '@kernel/money/payouts';
import { ana } from './rendered-app';

/** The reader as the operator of a task. */
export const olga = { id: ana.uid, name: 'Olga Okoro' };

/** An unclaimed payout. */
export const waiting: DeskTask = {
  transferId: 'b718c0de-0000-4000-8000-000000000001',
  kind: 'claim',
  route: 'desk',
  platform: 'Zelle',
  recipient: 'T•••• W••••',
  handle: 'z••••@••••.com',
  amount: '320.00',
  since: '2026-11-21T09:00:00.000Z',
  needsSecondPerson: false,
  isDisputed: false,
  operator: null,
  claimedAt: null,
  seenAt: null,
  refund: null,
  disputes: [],
  paidBack: null,
  loss: null,
  proposal: null,
  doneAs: null,
  outcome: null,
  problems: [],
  differences: [],
};

/** The same one, claimed by the reader. */
export const claimed = { ...waiting, kind: 'outcome', operator: olga, claimedAt: waiting.since } as const;

/** What its sender sees. */
export const seen: DeskTransfer = {
  transferId: waiting.transferId,
  sender: 'A•••• D••••',
  recipient: waiting.recipient,
  handle: waiting.handle,
  platform: 'Zelle',
  amount: '320.00',
  total: '336.90',
  createdAt: '2026-11-21T08:58:00.000Z',
  status: 'processing',
  cancellable: 'yes',
  card: { brand: 'visa', last4: '5556' },
  payment: { state: 'captured', payBy: null },
  steps: [{ step: 'captured', at: '2026-11-21T09:00:00.000Z', amount: '336.90' }],
  problems: [],
  caseId: null,
};

/** The list with these tasks. */
export const deskOf = (...items: DeskTask[]): DeskTasks => ({
  items,
  isCut: false,
  total: '920.00',
  secondPersonOver: '500.00',
  lateAfterMinutes: 30,
});
