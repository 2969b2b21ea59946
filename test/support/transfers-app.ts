import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import { EventSourcingModule } from '../../api/src/event-sourcing/event-sourcing.module.js';
import { strayChargesProjection } from '../../api/src/features/lifecycle/strays/stray-charges.projection.js';
import type { RequestTransferDto } from '../../api/src/features/transfers/sending/request-transfer.dto.js';
import { TransfersModule } from '../../api/src/features/transfers/transfers.module.js';
import { VerificationModule } from '../../api/src/features/verification/verification.module.js';
import type { Problem } from '../../api/src/kernel/people/accounts.js';
import { feesOf } from '../../api/src/kernel/money/fees.js';
import { formatAmount, parseAmountCents } from '../../api/src/kernel/money/money.js';
import type { Transaction } from '../../api/src/kernel/money/transfers.js';
import type { Client } from './client.js';
import { sampleDraft } from './sample-send.js';
import { TestApp, type TestAppOptions } from './test-app.js';

/** What a sender's lost charges are looked up in. */
@Module({ imports: [EventSourcingModule.forFeature({ projections: [strayChargesProjection] })] })
export class LostCharges {}

/** The transfers feature alone, with the verification events that decide its tier. */
export function openTransfers(environment: object = {}, options: TestAppOptions = {}): Promise<TestApp> {
  return TestApp.open([TransfersModule, LostCharges], {
    declared: [VerificationModule],
    environment,
    ...options,
  });
}

/** A transaction or a problem: both have a `status` field of different types. */
export type SendResponse = Omit<Transaction, 'status'> &
  Omit<Problem, 'status'> & { readonly status: string | number };

/** Sends as a person: with a new key unless one is given, confirming the displayed total. */
export function sendingOf(person: Client) {
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
