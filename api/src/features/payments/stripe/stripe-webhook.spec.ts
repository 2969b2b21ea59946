import type { ProviderSettings } from '../../../config/runtime.js';
import { signatureOf } from '../../../../../simulator/control/webhook-sender.js';
import { StripeCards } from './stripe-cards.js';

const NOON_MS = Date.parse('2026-11-21T12:00:00.000Z');
const webhookSecrets = ['', 'whsec_current', 'whsec_next'];
const stripe = {
  apiUrl: 'http://127.0.0.1:9',
  secretKey: 'sk',
  publishableKey: '',
  webhookSecrets,
  frameOrigin: null,
};
const cards = new StripeCards({ stripe } as unknown as ProviderSettings, { now: () => NOON_MS });

describe('a webhook of the card processor', () => {
  it('is accepted with any of our secrets, up to five minutes early or late', () => {
    const body = Buffer.from(JSON.stringify({ id: 'evt_1', type: 'any', created: 1, data: { object: {} } }));
    const accepted = (secret: string, atMs: number) =>
      cards.parseWebhook(body, signatureOf(secret, body.toString(), atMs));
    for (const secret of ['whsec_next', 'whsec_current'])
      for (const apartMs of [-300_000, 0, 300_000])
        expect(accepted(secret, NOON_MS + apartMs)).toMatchObject({ eventId: 'evt_1', subject: null });
    const refused = { code: 'webhook_signature_invalid' };
    for (const secret of ['', 'whsec_foreign'])
      expect(() => accepted(secret, NOON_MS)).toThrow(expect.objectContaining(refused) as Error);
    for (const apartMs of [-301_000, 301_000])
      expect(() => accepted('whsec_next', NOON_MS + apartMs)).toThrow(
        expect.objectContaining(refused) as Error,
      );
    const tampered = Buffer.from(body.toString().replace('evt_1', 'evt_2'));
    const signature = signatureOf('whsec_next', body.toString(), NOON_MS);
    for (const given of [undefined, '', 'v1=00', signature.replace('t=', 't=1')])
      expect(() => cards.parseWebhook(body, given)).toThrow(expect.objectContaining(refused) as Error);
    expect(() => cards.parseWebhook(tampered, signature)).toThrow(expect.objectContaining(refused) as Error);
  });

  it.each([
    ['lost', 2_000, 'lost'],
    ['won', 12_690, 'won'],
    // An inquiry that ended without a dispute.
    ['warning_closed', 12_690, 'won'],
    ['lost', undefined, 'lost'],
  ])('of a dispute %s over %s cents states the amount taken', (status, amount, reason) => {
    const object = { id: 'dp_1', payment_intent: 'pi_1', status, amount };
    const event = { id: 'evt_1', type: 'charge.dispute.closed', created: 1, data: { object } };
    const body = Buffer.from(JSON.stringify(event));
    const signature = signatureOf('whsec_next', body.toString(), NOON_MS);
    expect(cards.parseWebhook(body, signature)).toMatchObject({ reason, cents: amount ?? null });
  });

  it.each([
    [{ due_by: Date.parse('2026-12-09T23:59:59.000Z') / 1_000 }, '2026-12-09T23:59:59.000Z'],
    [{ due_by: null }, null],
    [{ due_by: 'soon' }, null],
    [undefined, null],
  ])(
    'of an opened or changed dispute with %j states until when the bank takes an answer',
    (evidence_details, dueBy) => {
      const object = {
        id: 'dp_1',
        payment_intent: 'pi_1',
        reason: 'fraudulent',
        amount: 500,
        evidence_details,
      };
      const stated = { subject: 'dispute_opened', reason: 'fraudulent', cents: 500, dueBy };
      for (const type of ['charge.dispute.created', 'charge.dispute.updated']) {
        const body = Buffer.from(JSON.stringify({ id: 'evt_1', type, created: 1, data: { object } }));
        const signature = signatureOf('whsec_next', body.toString(), NOON_MS);
        expect(cards.parseWebhook(body, signature)).toMatchObject(stated);
      }
    },
  );

  it.each(['text', 'null', '{}', '{"id":"evt_1","type":"refund.failed","created":1,"data":{"object":null}}'])(
    'that is signed but not an event is refused: %s',
    (text) => {
      const signature = signatureOf('whsec_next', text, NOON_MS);
      expect(() => cards.parseWebhook(Buffer.from(text), signature)).toThrow(
        expect.objectContaining({ code: 'webhook_unreadable' }) as Error,
      );
    },
  );
});
