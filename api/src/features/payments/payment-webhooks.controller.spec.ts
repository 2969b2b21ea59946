import type { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { ProviderUnknown } from '../../engine/providers/provider-unknown.js';
import type { RecordNotice } from '../lifecycle/worker/record-notice.command.js';
import type { CardPayments, PaymentWebhook } from '../lifecycle/payment/card-payments.js';
import { PaymentWebhooksController } from './payment-webhooks.controller.js';

const transferId = '3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c35';
const dispute: PaymentWebhook = {
  provider: 'stripe',
  eventId: 'evt_1',
  name: 'charge.dispute.created',
  providerAt: '2026-11-21T12:00:00.000Z',
  transferId: null,
  subject: 'dispute_opened',
  ref: 'dp_1',
  paymentRef: 'pi_1',
  reason: 'fraudulent',
  cents: 12_690,
  dueBy: null,
};

describe('a webhook of the card processor', () => {
  const recorded = async (webhook: PaymentWebhook, transferOf: () => Promise<string | null>) => {
    const notices: unknown[] = [];
    const processor = { parseWebhook: () => webhook, transferOf } as unknown as CardPayments;
    const commands = {
      execute: ({ notice }: RecordNotice) => void notices.push(notice),
    } as unknown as CommandBus;
    const request = { body: Buffer.alloc(0), headers: {} } as unknown as FastifyRequest;
    await new PaymentWebhooksController(processor, commands).stripe(request);
    return notices;
  };
  const unasked = () => Promise.reject(new Error('asked'));

  it('about a dispute is recorded with the transfer of its payment', async () => {
    const asked: unknown[] = [];
    const notices = await recorded(dispute, (...refs: unknown[]) =>
      Promise.resolve((asked.push(...refs), transferId)),
    );
    expect([notices, asked]).toEqual([
      [{ type: 'PaymentNoticeReceived', data: { ...dispute, transferId } }],
      [dispute.paymentRef],
    ]);
  });

  it('about a dispute is rejected until its transfer can be looked up, so that it is sent again', async () => {
    const away = () => Promise.reject(new ProviderUnknown('away'));
    await expect(recorded(dispute, away)).rejects.toThrow(ProviderUnknown);
  });

  it('that names its transfer, or concerns none, is recorded without a lookup', async () => {
    for (const webhook of [
      { ...dispute, transferId },
      { ...dispute, subject: null, paymentRef: null },
    ])
      expect(await recorded(webhook, unasked)).toHaveLength(1);
  });
});
