import { randomUUID } from 'node:crypto';
import type { AlertTransaction } from '../../api/src/features/review/cases/alert-facts.rules.js';
import type {
  TransferRefused,
  TransferRequested,
} from '../../api/src/features/transfers/sending/transfer.decider.js';
import { feesOf } from '../../api/src/kernel/money/fees.js';
import { draftOf, type Send, type TransferDraft } from '../../api/src/kernel/money/transfers.js';

/** The one list of what a send consists of: a new field of a transfer is added here, and every test has it. */
export const sampleSend = (changes: Partial<Send> = {}): Send => ({
  recipient: 'Maya Okafor',
  platform: 'Cash App',
  handle: '$mayaokafor',
  amountCents: 2_000,
  note: '',
  ...changes,
});

/** The same as a request has it. */
export const sampleDraft = (changes: Partial<Send> = {}): TransferDraft => draftOf(sampleSend(changes));

/** The one list of what an attempt records besides the send: what names it, and what the fraud rules may use. */
export const sampleFacts = (transferId: string = randomUUID()) => ({
  transferId,
  fingerprint: `sample-${transferId}`,
  handleIndex: null,
  registeredAt: null,
});

/** An accepted transfer as it is recorded. */
export function acceptedTransfer(
  requestedAtMs: number,
  changes: Partial<TransferRequested['data']> = {},
): TransferRequested {
  const send = sampleSend();
  const amountCents = changes.amountCents ?? send.amountCents;
  const feeSchedule = changes.feeSchedule ?? 'card-3pct-plus-30c';
  const data: TransferRequested['data'] = {
    ...sampleFacts(changes.transferId),
    ...send,
    ...feesOf(amountCents, feeSchedule),
    feeSchedule,
    tier: 'verified',
    usedBeforeCents: 0,
    requestedAt: new Date(requestedAtMs).toISOString(),
    awaitsPayment: false,
    ...changes,
  };
  return { type: 'TransferRequested', data };
}

/** A refused attempt as it is recorded. */
export function refusedTransfer(
  refusedAtMs: number,
  changes: Partial<TransferRefused['data']> = {},
): TransferRefused {
  const data: TransferRefused['data'] = {
    ...sampleFacts(changes.transferId),
    ...sampleSend(),
    tier: 'verified',
    reason: 'weekly_limit_exceeded',
    remainingCents: 0,
    refusedAt: new Date(refusedAtMs).toISOString(),
    ...changes,
  };
  return { type: 'TransferRefused', data };
}

/** The one list of what an alert records of an attempt behind it. */
export const sampleAttempt = (
  changes: Partial<AlertTransaction> & Pick<AlertTransaction, 'transferId' | 'at'>,
): AlertTransaction => ({ amountCents: 2_000, refused: null, ...changes });
