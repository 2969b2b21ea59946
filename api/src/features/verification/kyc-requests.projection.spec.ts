import type { RecordedEvent } from '../../event-sourcing/event.js';
import { recorded } from '../../../../test/support/given-when-then.js';
import { foldDocument } from '../../../../test/support/fold-view.js';
import { kycRequestsProjection } from './kyc-requests.projection.js';
import { verificationEvents } from './verification.events.js';

const uid = '7d0f1c5e-2a44-4c8e-9b1a-3f6c2d5e8a90';
const [submitted, opened, changed, , repeated] = verificationEvents;
const verified = { ...changed.example, status: 'verified', by: null, reason: null };
const history = [submitted, opened, { ...changed, example: verified }].map(({ type, example }, index) =>
  recorded({ type, data: example }, index, {
    stream: `sender-${uid}`,
    at: `2026-11-20T12:0${String(index)}:00.000Z`,
  }),
) as readonly RecordedEvent[];

const fold = (events: readonly RecordedEvent[]) => foldDocument(kycRequestsProjection, events);

it("shows a request from its submission to the provider's final status", () => {
  const request = {
    id: '3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c35',
    uid,
    status: 'submitted',
    fullName: 'Maya Okafor',
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
    inquiryId: null,
    decides: true,
    confirmed: false,
  };
  const inquiryId = 'inq_8Qm2VtR5wLx7Zk3NfYp1Jc4D';
  expect(fold(history.slice(0, 1))).toEqual(request);
  const opened = { ...request, status: 'created', inquiryId, updatedAt: '2026-11-20T12:01:00.000Z' };
  expect(fold(history.slice(0, 2))).toEqual(opened);
  expect(fold(history)).toEqual({
    ...opened,
    status: 'verified',
    confirmed: true,
    updatedAt: '2026-11-20T12:02:00.000Z',
  });
});

it('is the same after replaying twice', () => {
  expect(fold([...history, ...history])).toEqual(fold(history));
});

it('keys every event of a request by its id and skips transfers', () => {
  expect(new Set(history.flatMap((event) => kycRequestsProjection.keys(event)))).toEqual(
    new Set(['3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c35']),
  );
  const transfer = recorded({ type: 'TransferRequested', data: {} }, 0, { stream: `sender-${uid}` });
  expect(fold([transfer])).toBeNull();
});

it('of a repeat under a new name decides nothing before it is verified', () => {
  const asked = recorded({ type: repeated.type, data: repeated.example }, 0, { stream: `sender-${uid}` });
  expect(fold([asked])).toMatchObject({ fullName: 'Maya Okafor-Lind', decides: false, confirmed: false });
  expect(fold([asked, ...history.slice(1)])).toMatchObject({ decides: true, confirmed: true });
  const declined = { ...changed.example, status: 'declined' };
  const revoked = recorded({ type: changed.type, data: declined }, 4, { stream: `sender-${uid}` });
  expect(fold([asked, revoked])).toMatchObject({ decides: false, confirmed: false });
  expect(fold([...history, revoked])).toMatchObject({ decides: true, confirmed: true, status: 'declined' });
});
