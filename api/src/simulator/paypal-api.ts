import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { isEqual } from '../config/blind-index.js';
import type { Clock } from '../config/clock.js';
import { SIMULATED_PAYPAL } from '../config/prepare-runtime.js';
import { readJson } from './json-only.js';
import { batchOf, itemOf, type PayPalPayoutBook } from './paypal-payouts.js';
import type { ProviderCalls } from './provider-calls.js';
import { json, type SimulatorReply, type SimulatorRequest, type SimulatorRoute } from './simulator-server.js';
import type { SimulatorMemory } from './simulator-state.js';
import { paypalSignature } from './webhook-sender.js';

const TOKEN_LIFE_SECONDS = 32_400;
const TOKEN_LIMIT = 100;

/** Calls of the API by the names that tests use. */
export const PAYPAL_CALLS = ['token', 'create', 'batch', 'item', 'cancel', 'verify'] as const;
export type PayPalCallName = (typeof PAYPAL_CALLS)[number];
/** Failures of the next calls: an error status, no response, or a response lost after the work was done. */
export const PAYPAL_FAILURES = [401, 403, 422, 429, 500, 503, 'hang', 'lost-answer'] as const;
export type PayPalFailure = (typeof PAYPAL_FAILURES)[number];

const creationSchema = z.object({
  sender_batch_header: z.object({ sender_batch_id: z.string().min(1).max(256) }),
  items: z
    .array(
      z.object({
        recipient_type: z.enum(['EMAIL', 'PHONE', 'USER_HANDLE']),
        receiver: z.string().min(1).max(127),
        recipient_wallet: z.enum(['PAYPAL', 'VENMO']).default('PAYPAL'),
        amount: z.object({ value: z.string().regex(/^\d{1,7}\.\d{2}$/), currency: z.literal('USD') }),
        note: z.string().max(4_000).default(''),
        sender_item_id: z.string().max(63).default(''),
      }),
    )
    .length(1),
});

const verificationSchema = z.object({
  transmission_id: z.string(),
  transmission_time: z.string(),
  transmission_sig: z.string(),
  webhook_id: z.string(),
  webhook_event: z.record(z.string(), z.unknown()),
});

/** What a receiver of each type looks like; PayPal refuses any other. */
const RECEIVERS = {
  EMAIL: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
  PHONE: /^\d{10}$/,
  USER_HANDLE: /^[-\w]{1,50}$/,
} as const;

type Answer = (request: SimulatorRequest) => SimulatorReply;

/** The part of PayPal's API that the product calls. */
export class PayPalApi {
  private readonly tokens = new Map<string, number>();
  private ordered: { failure: PayPalFailure; call: PayPalCallName | null; left: number } | null = null;
  /** How often each call was made. */
  readonly calls: Record<PayPalCallName, number> = {
    ...{ token: 0, create: 0, batch: 0, item: 0, cancel: 0, verify: 0 },
  };

  constructor(
    private readonly parts: {
      readonly memory: SimulatorMemory;
      readonly payouts: PayPalPayoutBook;
      readonly clock: Clock;
      readonly providerCalls: ProviderCalls;
      readonly clientSecret: string;
      readonly webhookSecret: string;
    },
  ) {}

  /** Makes the next `count` calls (of one kind, or null = of any but the token's) fail; 0 stops it. */
  failNext(count: number, failure: PayPalFailure, call: PayPalCallName | null): void {
    this.ordered = count > 0 ? { failure, call, left: count } : null;
  }

  routes(): readonly SimulatorRoute[] {
    const batches = '/v1/payments/payouts';
    return [
      this.route('token', ['POST', '/v1/oauth2/token'], (request) => this.newToken(request)),
      this.route('create', ['POST', batches], (request) => this.create(request)),
      this.route('batch', ['GET', `${batches}/([\\w-]+)`], (request) => this.showBatch(request)),
      this.route('item', ['GET', `${batches}-item/([\\w-]+)`], (request) => this.showItem(request)),
      this.route('cancel', ['POST', `${batches}-item/([\\w-]+)/cancel`], (request) => this.cancel(request)),
      this.route('verify', ['POST', '/v1/notifications/verify-webhook-signature'], (request) =>
        this.verify(request),
      ),
    ];
  }

  private route(
    call: PayPalCallName,
    [method, path]: ['GET' | 'POST', string],
    answer: Answer,
  ): SimulatorRoute {
    return {
      method,
      path: new RegExp(`^${path}$`),
      answer: (request) => this.guarded(call, request, answer),
    };
  }

  /** Counted, authorized unless it asks for a token, failed as ordered; then the work, saved before it is answered. */
  private async guarded(
    call: PayPalCallName,
    request: SimulatorRequest,
    answer: Answer,
  ): Promise<SimulatorReply> {
    this.calls[call] += 1;
    this.parts.providerCalls.count(`paypal.${call}`);
    if (call !== 'token' && !this.isAuthorized(request)) return refused(401, 'AUTHENTICATION_FAILURE');
    const failure = this.nextFailure(call);
    if (failure === 'hang') return new Promise(() => undefined);
    if (typeof failure === 'number') return refused(failure, 'ORDERED_BY_THE_TEST');
    const reply = answer(request);
    await this.parts.memory.save();
    return failure === 'lost-answer' ? { ...reply, cut: true } : reply;
  }

  private nextFailure(call: PayPalCallName): PayPalFailure | null {
    if (!this.ordered) return null;
    const { failure, call: only } = this.ordered;
    if (only === null ? call === 'token' : call !== only) return null;
    this.ordered.left -= 1;
    if (this.ordered.left === 0) this.ordered = null;
    return failure;
  }

  private isAuthorized({ headers }: SimulatorRequest): boolean {
    const endsAtMs = this.tokens.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
    return endsAtMs !== undefined && this.parts.clock.now() < endsAtMs;
  }

  private newToken({ headers, body }: SimulatorRequest): SimulatorReply {
    const expected = Buffer.from(`${SIMULATED_PAYPAL.clientId}:${this.parts.clientSecret}`).toString(
      'base64',
    );
    if (!isEqual(headers.authorization ?? '', `Basic ${expected}`)) return refused(401, 'invalid_client');
    if (new URLSearchParams(body).get('grant_type') !== 'client_credentials')
      return refused(400, 'unsupported_grant_type');
    const token = randomBytes(24).toString('base64url');
    const [oldest] = this.tokens.keys();
    if (oldest !== undefined && this.tokens.size >= TOKEN_LIMIT) this.tokens.delete(oldest);
    this.tokens.set(token, this.parts.clock.now() + TOKEN_LIFE_SECONDS * 1_000);
    return json(200, { access_token: token, token_type: 'Bearer', expires_in: TOKEN_LIFE_SECONDS });
  }

  private create({ body, headers }: SimulatorRequest): SimulatorReply {
    const creation = creationSchema.safeParse(readJson(body));
    if (!creation.success) return refused(400, 'VALIDATION_ERROR', [{ field: 'items', issue: 'Invalid' }]);
    const { sender_batch_header, items } = creation.data;
    const { sender_batch_id: senderBatchId } = sender_batch_header;
    const first = this.parts.payouts.bySenderBatch(senderBatchId);
    if (first) {
      const href = `http://${headers.host ?? ''}/v1/payments/payouts/${first.batchId}`;
      const issue = 'Batch with given sender_batch_id already exists';
      return refused(400, 'USER_BUSINESS_ERROR', [
        { field: 'SENDER_BATCH_ID', issue, link: [{ href, rel: 'self' }] },
      ]);
    }
    const [item] = items;
    if (!item || !RECEIVERS[item.recipient_type].test(item.receiver))
      return refused(400, 'VALIDATION_ERROR', [
        { field: 'items[0].receiver', issue: 'Receiver is invalid or does not match with type' },
      ]);
    if (item.recipient_wallet === 'VENMO' && item.note === '')
      return refused(400, 'VALIDATION_ERROR', [{ field: 'items[0].note', issue: 'Venmo requires a note' }]);
    const payout = this.parts.payouts.create({
      senderBatchId,
      senderItemId: item.sender_item_id,
      recipientType: item.recipient_type,
      receiver: item.receiver,
      wallet: item.recipient_wallet,
      value: item.amount.value,
      note: item.note,
    });
    return json(201, batchOf(payout));
  }

  private showBatch({ groups: [batchId = ''] }: SimulatorRequest): SimulatorReply {
    const payout = this.parts.payouts.byBatch(batchId);
    return payout ? json(200, batchOf(payout)) : refused(404, 'RESOURCE_NOT_FOUND');
  }

  private showItem({ groups: [itemId = ''] }: SimulatorRequest): SimulatorReply {
    const payout = this.parts.payouts.byItem(itemId);
    return payout ? json(200, itemOf(payout)) : refused(404, 'RESOURCE_NOT_FOUND');
  }

  private cancel({ groups: [itemId = ''] }: SimulatorRequest): SimulatorReply {
    const payout = this.parts.payouts.byItem(itemId);
    if (!payout) return refused(404, 'RESOURCE_NOT_FOUND');
    if (payout.status !== 'UNCLAIMED') return refused(400, 'ITEM_INCORRECT_STATUS');
    this.parts.payouts.settle(payout, 'returned');
    return json(200, itemOf(payout));
  }

  /** The event's text as it was sent is compact, so its members in order give the same text. */
  private verify({ body }: SimulatorRequest): SimulatorReply {
    const asked = verificationSchema.safeParse(readJson(body));
    if (!asked.success) return refused(400, 'VALIDATION_ERROR');
    const { transmission_id: id, transmission_time: time, webhook_event, webhook_id } = asked.data;
    const text = JSON.stringify(webhook_event);
    const signature = paypalSignature(this.parts.webhookSecret, text, { id, time });
    const isGenuine =
      webhook_id === SIMULATED_PAYPAL.webhookId && isEqual(asked.data.transmission_sig, signature);
    return json(200, { verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' });
  }
}

function refused(status: number, name: string, details: readonly object[] = []): SimulatorReply {
  return json(status, { name, message: 'Simulated', debug_id: 'simulated', details, links: [] });
}
