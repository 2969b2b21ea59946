import { recorded } from '../../../../../test/support/given-when-then.js';
import { foldDocument } from '../../../../../test/support/fold-view.js';
import type { RecordedEvent } from '../../../event-sourcing/event.js';
import { identityChecksProjection } from './identity-checks.projection.js';
import { verificationEvents } from '../verification.events.js';

const uid = '7d0f1c5e-2a44-4c8e-9b1a-3f6c2d5e8a90';
const at = (minute: number) => `2026-11-20T12:0${String(minute)}:00.000Z`;
const event = (type: string, data: object, minute: number) =>
  recorded({ type, data }, minute, { stream: `sender-${uid}`, at: at(minute) }) as RecordedEvent;
const [submitted, opened, changed] = verificationEvents;
const verified = { ...changed.example, status: 'verified', by: null, reason: null };
const history = [
  event('KycSubmitted', submitted.example, 0),
  event('InquiryOpened', opened.example, 1),
  event('KycStatusChanged', verified, 2),
];
const revoked = event('KycStatusChanged', changed.example, 3);

it('lists a check as open until the provider decides, with each of its changes', () => {
  expect(foldDocument(identityChecksProjection, history.slice(0, 2))).toMatchObject({
    uid,
    status: 'created',
    isOpen: true,
    ended: null,
    updatedAt: at(1),
  });
  const check = foldDocument(identityChecksProjection, history);
  expect(check).toMatchObject({ isOpen: false, ended: 'verified', isRevoked: false, createdAt: at(0) });
  expect(check?.steps).toEqual([
    { status: 'submitted', at: at(0), by: null, reason: '' },
    { status: 'created', at: at(1), by: null, reason: '' },
    { status: 'verified', at: at(2), by: null, reason: '' },
  ]);
});

it('keeps by whom and why a verification was revoked', () => {
  const check = foldDocument(identityChecksProjection, [...history, revoked]);
  expect(check).toMatchObject({ ended: 'declined', isRevoked: true });
  expect(check?.steps.at(-1)).toEqual({
    status: 'declined',
    at: at(3),
    by: changed.example.by,
    reason: 'The document was reported stolen.',
  });
});

it('holds no name of a sender', () => {
  const check = foldDocument(identityChecksProjection, [...history, revoked]);
  expect(JSON.stringify(check)).not.toContain('Maya');
});
