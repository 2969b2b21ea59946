import { streamId, type EventDeclaration } from '../../event-sourcing/event.js';
import type { ProviderEventReceived } from './provider-event.decider.js';
import type {
  KycRepeated,
  NameGiven,
  InquiryOpened,
  KycStatusChanged,
  KycSubmitted,
} from './verification-events.rules.js';

const requestId = '3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c35';
const inquiryId = 'inq_8Qm2VtR5wLx7Zk3NfYp1Jc4D';
const providerAt = '2026-11-20T12:04:30.120Z';

/** Event declarations of the verification feature, on `sender-{uid}` and `webhook-{id}`. */
export const verificationEvents: readonly [
  EventDeclaration<KycSubmitted>,
  EventDeclaration<InquiryOpened>,
  EventDeclaration<KycStatusChanged>,
  EventDeclaration<ProviderEventReceived>,
  EventDeclaration<KycRepeated>,
  EventDeclaration<NameGiven>,
] = [
  {
    type: 'KycSubmitted',
    schemaVersion: 1,
    summary: 'The sender consented to an identity check under this name.',
    personal: ['fullName'],
    subject: (_: unknown, stream: string) => streamId(stream),
    example: { requestId, fullName: 'Maya Okafor', consentVersion: '2026-11-01', locale: 'en' },
  },
  {
    type: 'InquiryOpened',
    schemaVersion: 1,
    summary: 'The identity provider opened its inquiry for the request.',
    example: { requestId, inquiryId },
  },
  {
    type: 'KycStatusChanged',
    schemaVersion: 2,
    summary: 'The newest status at the identity provider, or a revocation by a lead; it decides the tier.',
    personal: ['reason'],
    subject: (_: unknown, stream: string) => streamId(stream),
    safety: ({ requestId, by }) => (by === null ? null : requestId),
    upcasts: { 1: (data: object) => ({ ...data, by: null, reason: null }) },
    example: {
      requestId,
      status: 'declined',
      providerStatus: null,
      providerEventId: null,
      providerAt: null,
      by: '4be1a3f7-6a0d-4c55-8f3e-2d9b7c1e5a60',
      reason: 'The document was reported stolen.',
    },
  },
  {
    type: 'ProviderEventReceived',
    schemaVersion: 1,
    summary: 'A signed webhook of the identity provider arrived.',
    example: {
      provider: 'persona',
      eventId: 'evt_6Hd9PqT2sXb4Wn8Rz5Kv1Mg7',
      name: 'inquiry.approved',
      inquiryId,
      referenceId: '7d0f1c5e-2a44-4c8e-9b1a-3f6c2d5e8a90',
      providerStatus: 'approved',
      providerAt,
    },
  },
  {
    type: 'KycRepeated',
    schemaVersion: 1,
    summary: 'A sender with a confirmed name consented to another check under a new one.',
    personal: ['firstName', 'lastName'],
    subject: (_: unknown, stream: string) => streamId(stream),
    example: {
      requestId,
      firstName: 'Maya',
      lastName: 'Okafor-Lind',
      consentVersion: '2026-11-01',
      locale: 'en',
    },
  },
  {
    type: 'NameGiven',
    schemaVersion: 1,
    summary: 'The name of the person from now on, corrected or confirmed by a repeated check.',
    personal: ['firstName', 'lastName'],
    subject: (_: unknown, stream: string) => streamId(stream),
    example: { firstName: 'Maya', lastName: 'Okafor-Lind' },
  },
];
