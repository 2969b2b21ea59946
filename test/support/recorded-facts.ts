import { randomUUID } from 'node:crypto';
import { accountStream } from '../../api/src/features/accounts/account/account.decider.js';
import { accessStreamOf } from '../../api/src/features/access/access.decider.js';
import { caseStream, type Alert } from '../../api/src/features/review/cases/case-events.rules.js';
import { caseEvents } from '../../api/src/features/review/cases/case.events.js';
import { transferStream } from '../../api/src/features/lifecycle/state/lifecycle-events.rules.js';
import {
  senderStream,
  type TransferRequested,
} from '../../api/src/features/transfers/sending/transfer.decider.js';
import type { VerificationEvent } from '../../api/src/features/verification/verification-events.rules.js';
import type { StaffRole } from '../../api/src/kernel/people/accounts.js';
import { acceptedTransfer, sampleAttempt } from './sample-send.js';
import type { TestApp } from './test-app.js';
import type { TransferLife } from './transfer-life.js';

const [{ example: alert }] = caseEvents;

interface Registration {
  readonly uid?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly isConfirmed?: boolean;
  readonly roles?: readonly StaffRole[];
}

/** A new account, with a confirmed address unless stated otherwise. */
export async function register(
  app: TestApp,
  { uid = randomUUID(), isConfirmed = true, roles = [], ...changes }: Registration = {},
): Promise<string> {
  const names = { firstName: 'Ana', lastName: 'Torres', email: `${uid}@people.example`, ...changes };
  await app.record(accountStream(uid), [
    { type: 'AccountRegistered', data: { ...names, locale: 'en', credentialId: randomUUID() } },
    ...(isConfirmed ? [{ type: 'EmailConfirmed', data: {} }] : []),
    ...roles.map((role) => ({ type: 'RoleGranted', data: { role } })),
  ]);
  return uid;
}

/** A finished verification. */
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
  await app.record(senderStream(uid), [submitted, verified]);
}

/** An accepted transfer of a sender, requested now unless stated otherwise; returns its id. */
export async function accept(
  app: TestApp,
  uid: string,
  changes: Partial<TransferRequested['data']> = {},
): Promise<string> {
  const requested = acceptedTransfer(app.clock.nowMs, changes);
  await app.record(senderStream(uid), [requested]);
  return requested.data.transferId;
}

/** The life of a transfer after its request; returns its id. */
export async function live(app: TestApp, { of, events }: TransferLife): Promise<string> {
  if (events.length > 0) await app.record(transferStream(of.transferId), events);
  return of.transferId;
}

/** A case about a sender that names these transfers; returns its id. */
export async function raiseCase(
  app: TestApp,
  uid: string,
  transfers: readonly string[] = [],
  { id = randomUUID(), ...changes }: Partial<Alert> & { readonly id?: string } = {},
): Promise<string> {
  const at = new Date(app.clock.nowMs).toISOString();
  const transactions = transfers.map((transferId) => sampleAttempt({ transferId, at }));
  const data: Alert = {
    ...alert,
    uid,
    ...(transfers.length > 0 && {
      transactionId: transfers.at(-1) ?? '',
      alert: { reason: 'velocity', txs: transfers },
      transactions,
    }),
    ...changes,
  };
  await app.record(caseStream(id), [
    { type: 'SuspiciousTransactionRaised', data: { ...data, mode: 'live' } },
  ]);
  return id;
}

/** What was recorded this month of a member of staff's access to personal data. */
export async function accessesOf(app: TestApp, reader: string): Promise<readonly object[]> {
  const events = await app.events(accessStreamOf(reader, new Date(app.clock.nowMs).toISOString()));
  return events.map(({ type, data }) => ({ type, ...data }));
}
