import { streamId, type EventDeclaration } from '../../../event-sourcing/event.js';
import type { ResumeRequested, SendingPaused, SendingResumed } from './pauses.rules.js';
import type { StrayCounted, StrayReleased } from './counted-strays.rules.js';
import type {
  AllowanceReleased,
  SendingClosed,
  TransferRefused,
  TransferRequested,
} from './transfer.decider.js';

const attempted = {
  transferId: '2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03',
  recipient: 'Maya Okafor',
  platform: 'Cash App',
  handle: '$mayaokafor',
  amountCents: 12_000,
  note: 'Dinner on Friday',
  fingerprint: 'q1X0mS9b3nY7k2V5t8R4wA',
  handleIndex: '4e8a1c6d02b97f35e1a4c8d06b2f9e73514a8c0d6e2b7f9135ac4d8e06b1f297',
  registeredAt: '2026-03-02T09:15:00.000Z',
  tier: 'unverified',
} as const;

/** What the fraud rules may use; it was not recorded before. */
const NO_FACTS = { handleIndex: null, registeredAt: null } as const;

/** Recipient and note are personal data of the sender of the events' stream. Version 1 had no note. */
const recipientOfSender = {
  schemaVersion: 2,
  upcasts: { 1: (data: object) => ({ ...data, note: '' }) },
  personal: ['recipient', 'handle', 'note'],
  subject: (_: unknown, stream: string) => streamId(stream),
} as const;

/** Version 1 named only a case; its reason was one of three codes, which say no more than that. */
const pauseOfSender = {
  schemaVersion: 2,
  upcasts: {
    1: ({ caseId }: { readonly caseId: string }) => ({
      causeId: caseId,
      cause: 'case',
      reason: '',
      by: null,
      uid: null,
    }),
  },
  personal: ['reason'],
  subject: (_: unknown, stream: string) => streamId(stream),
  safety: ({ causeId }: { readonly causeId: string }) => causeId,
} as const;

const pauseExample = {
  causeId: '5a7c1f0e-3b2d-5c4e-9f60-718293a4b5c6',
  cause: 'case',
  by: '7d3e9f1f-5c2b-4a1e-8c7f-0b1d2e3f4a51',
  uid: '00000000-0000-4000-8000-000000000001',
} as const;

/** Event declarations of the transfers feature on `sender-{uid}`. */
export const transferEvents: readonly [
  EventDeclaration<TransferRequested>,
  EventDeclaration<TransferRefused>,
  EventDeclaration<AllowanceReleased>,
  EventDeclaration<SendingPaused>,
  EventDeclaration<SendingResumed>,
  EventDeclaration<ResumeRequested>,
  EventDeclaration<StrayCounted>,
  EventDeclaration<StrayReleased>,
  EventDeclaration<SendingClosed>,
] = [
  {
    type: 'TransferRequested',
    summary: 'A send was accepted within the limits; its amount counts for seven days.',
    ...recipientOfSender,
    schemaVersion: 4,
    upcasts: {
      ...recipientOfSender.upcasts,
      2: (data: object) => ({ ...data, awaitsPayment: false }),
      3: (data: object) => ({ ...data, ...NO_FACTS }),
    },
    example: {
      ...attempted,
      flipFeeCents: 300,
      processingFeeCents: 390,
      totalFeeCents: 690,
      totalCents: 12_690,
      feeSchedule: 'card-3pct-plus-30c',
      usedBeforeCents: 5_000,
      requestedAt: '2026-11-20T12:00:00.000Z',
      awaitsPayment: true,
    },
  },
  {
    type: 'TransferRefused',
    summary: 'A send was over a limit or sending is paused; the attempt counts only for the fraud rules.',
    ...recipientOfSender,
    schemaVersion: 3,
    upcasts: {
      ...recipientOfSender.upcasts,
      2: (data: object) => ({ ...data, ...NO_FACTS, tier: null }),
    },
    example: {
      ...attempted,
      reason: 'weekly_limit_exceeded',
      remainingCents: 1_000,
      refusedAt: '2026-11-20T12:00:00.000Z',
    },
  },
  {
    type: 'AllowanceReleased',
    schemaVersion: 2,
    upcasts: { 1: (data: object) => ({ ...data, sent: null }) },
    personal: ['sent.handle'],
    subject: (_, stream) => streamId(stream),
    summary: 'An accepted send ended without a payout; its amount no longer counts toward the week.',
    example: {
      transferId: attempted.transferId,
      amountCents: 12_000,
      cause: 'cancelled',
      sent: {
        platform: attempted.platform,
        handle: attempted.handle,
        requestedAt: '2026-11-20T12:00:00.000Z',
      },
    },
  },
  {
    ...pauseOfSender,
    type: 'SendingPaused',
    summary: 'A case or a lead paused sending; every cause ends by itself.',
    example: { ...pauseExample, reason: 'Amounts just under the limit, all to one handle.' },
  },
  {
    ...pauseOfSender,
    type: 'SendingResumed',
    summary: 'One cause of a pause ended; sending is possible again once all have.',
    example: { ...pauseExample, reason: 'Confirmed by the sender.' },
  },
  {
    type: 'ResumeRequested',
    schemaVersion: 1,
    personal: ['reason'],
    subject: (_, stream) => streamId(stream),
    summary: 'A lead wants these causes of a pause to end; another lead has to agree.',
    example: {
      causeIds: [pauseExample.causeId],
      reason: 'The bank confirmed the account.',
      by: pauseExample.by,
      uid: pauseExample.uid,
      requestedAt: '2026-11-20T12:00:00.000Z',
    },
  },
  {
    type: 'StrayCounted',
    schemaVersion: 1,
    summary: "A charge that the log has lost counts in its sender's week.",
    example: {
      transferId: attempted.transferId,
      amountCents: 12_000,
      at: '2026-11-20T12:00:03.000Z',
    },
  },
  {
    type: 'StrayReleased',
    schemaVersion: 1,
    summary: 'A lost charge was refunded; its amount no longer counts.',
    example: { transferId: attempted.transferId },
  },
  {
    type: 'SendingClosed',
    schemaVersion: 1,
    summary: 'The sender closes the account: no send is accepted any more.',
    example: {},
  },
];
