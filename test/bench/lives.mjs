// What follows a request in the log: the life of a transfer that is paid and delivered, and of one that is never paid.
import { factOf } from './senders.mjs';

/** To PayPal, by card. */
export const PAYPAL = { platform: 'PayPal', handle: 'maya@people.example', awaitsPayment: true };
const STEP_MS = 2_000;
/** How long before its event something happened at a provider. */
const TOLD_AFTER_MS = 1_000;
/** How long a payment is awaited. */
const AWAITED_MS = 30 * 60 * 1_000;

const after = (request, ms) => new Date(Date.parse(request.data.requestedAt) + ms).toISOString();

function termsOf({ data }) {
  const { transferId, recipient, platform, handle, note } = data;
  const { amountCents, totalFeeCents, totalCents, requestedAt } = data;
  return {
    transferId,
    recipient,
    platform,
    handle,
    note,
    amountCents,
    totalFeeCents,
    totalCents,
    requestedAt,
    requestRevision: null,
  };
}

/** The events of a transfer's own stream, every two seconds; the providers did their part a second before. */
export function paidLife(uid, request) {
  const { transferId, amountCents, totalCents } = request.data;
  const [paymentRef, payoutRef] = [`pi_${transferId}`, `po_${transferId}`];
  const steps = [
    ['PaymentAwaited', termsOf(request)],
    ['PaymentRequested', { requestId: transferId }],
    ['PaymentAuthorized', { paymentRef }, 'told'],
    ['CaptureRequested', {}],
    ['PaymentCaptured', { totalCents }, 'told'],
    ['PayoutSubmitted', { amountCents }],
    ['PayoutAccepted', { payoutRef }, 'told'],
    ['PayoutConfirmed', { reference: payoutRef }, 'told'],
    ['TransferDelivered', { amountCents }],
  ];
  return steps.map(([type, facts, told], step) => {
    const atMs = (step + 1) * STEP_MS;
    const providerAt = told ? { providerAt: after(request, atMs - TOLD_AFTER_MS) } : {};
    return lifeFact(type, request, { data: { uid, ...facts, ...providerAt }, uid, afterMs: atMs });
  });
}

/** The events of the own stream of a transfer that was given up half an hour later. */
export function unpaidLife(uid, request) {
  return [
    lifeFact('PaymentAwaited', request, { data: { uid, ...termsOf(request) }, uid, afterMs: STEP_MS }),
    lifeFact('TransferCancelled', request, { data: { uid, cause: 'not_paid' }, uid, afterMs: AWAITED_MS }),
  ];
}

/** What follows such an end on the stream of the sender. */
export function releaseOf(uid, request) {
  const { transferId, amountCents, platform, handle, requestedAt } = request.data;
  const data = { transferId, amountCents, cause: 'cancelled', sent: { platform, handle, requestedAt } };
  return lifeFact('AllowanceReleased', request, { data, uid, afterMs: AWAITED_MS + STEP_MS });
}

function lifeFact(type, request, { data, uid, afterMs }) {
  const name = `${type} of ${request.data.transferId}`;
  return factOf(type, data, { name, uid, at: after(request, afterMs) });
}
