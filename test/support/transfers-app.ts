import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '../../api/src/event-sourcing/event.js';
import { sampleDraft, sampleSend } from './sample-send.js';
import { TestApp, type TestAppOptions, type TestPerson } from './test-app.js';
import type { Problem } from '../../api/src/kernel/accounts.js';
import { feesOf } from '../../api/src/kernel/fees.js';
import { formatAmount, parseAmountCents } from '../../api/src/kernel/money.js';
import type { Transaction } from '../../api/src/kernel/transfers.js';
import type { RequestTransferDto } from '../../api/src/features/transfers/request-transfer.dto.js';
import type { VerificationEvent } from '../../api/src/features/verification/verification.decider.js';
import type { TransferRequested } from '../../api/src/features/transfers/transfer.decider.js';
import { TransfersModule } from '../../api/src/features/transfers/transfers.module.js';
import { VerificationModule } from '../../api/src/features/verification/verification.module.js';

/** The transfers feature alone, with the verification events that decide its tier. */
export function openTransfers(environment: object = {}, options: TestAppOptions = {}): Promise<TestApp> {
  return TestApp.open([TransfersModule], { ...options, declared: [VerificationModule], environment });
}

/** Records the events of a finished verification. */
export async function verify(app: TestApp, uid: string): Promise<void> {
  const requestId = randomUUID();
  const submitted: VerificationEvent = {
    type: 'KycSubmitted',
    data: { requestId, fullName: 'Ana Torres', consentVersion: '2026-11-01', locale: 'en' },
  };
  const verified: VerificationEvent = {
    type: 'KycStatusChanged',
    data: {
      requestId,
      status: 'verified',
      providerStatus: 'approved',
      providerEventId: 'evt_1',
      providerAt: new Date(app.clock.nowMs).toISOString(),
      by: null,
      reason: null,
    },
  };
  await record(app, uid, [submitted, verified]);
}

/** Appends events to a sender's stream as if they had been decided, and waits for the views. */
export async function record(app: TestApp, uid: string, facts: readonly DomainEvent[]): Promise<void> {
  await app.record(`sender-${uid}`, facts, ['transactions', 'kyc_requests']);
}

/** An accepted transfer as it is recorded. */
export function acceptedTransfer(requestedAtMs: number, changes: Partial<TransferRequested['data']> = {}) {
  const amountCents = changes.amountCents ?? 2_000;
  const data: TransferRequested['data'] = {
    transferId: randomUUID(),
    ...sampleSend({ amountCents }),
    fingerprint: 'recorded-in-test',
    ...{ handleIndex: null, registeredAt: null },
    ...feesOf(amountCents, 'card-3pct-plus-30c'),
    feeSchedule: 'card-3pct-plus-30c',
    tier: 'verified',
    usedBeforeCents: 0,
    requestedAt: new Date(requestedAtMs).toISOString(),
    awaitsPayment: false,
    ...changes,
  };
  return { type: 'TransferRequested', data } as const;
}

/** A transaction or a problem: both have a `status` field of different types. */
type SendResponse = Omit<Transaction, 'status'> &
  Omit<Problem, 'status'> & { readonly status: string | number };

/** Sends as a person: with a new key unless one is given, confirming the displayed total. */
export function sendingOf(person: TestPerson) {
  const draft = (changes: Partial<RequestTransferDto> = {}) => ({ ...sampleDraft(), ...changes });
  const post = (path: string, body: object, key: string) =>
    person.request<SendResponse>('POST', path, { body, headers: { 'idempotency-key': key } });
  return {
    draft,
    check: (changes: Partial<RequestTransferDto> = {}, key: string = randomUUID()) =>
      post('/transfers/check', draft(changes), key),
    send: (changes: Partial<RequestTransferDto> = {}, key: string = randomUUID()) => {
      const body = draft(changes);
      const { totalCents } = feesOf(parseAmountCents(body.amount) ?? 0, 'card-3pct-plus-30c');
      return post('/transfers', { total: formatAmount(totalCents), ...body }, key);
    },
  };
}
