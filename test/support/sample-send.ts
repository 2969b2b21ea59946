import { draftOf, type Send, type TransferDraft } from '../../api/src/kernel/transfers.js';

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
