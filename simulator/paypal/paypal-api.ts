import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { parseJson } from '../../api/src/kernel/parse-json.js';
import { SIMULATED_PAYPAL } from '../../api/src/kernel/simulated.js';
import { OrderedFailures } from '../control/ordered-failures.js';
import { batchOf, itemOf, type PayPalPayoutBook } from './paypal-payouts.js';
import {
  json,
  type SimulatorReply,
  type SimulatorRequest,
  type SimulatorRoute,
} from '../simulator-server.js';
import type { SimulatedPayout } from '../control/simulator-state.js';
import type { Simulation } from '../simulation.js';
import { CERTIFICATES, type PayPalCertificate } from '../control/webhook-sender.js';

const TOKEN_LIFE_SECONDS = 32_400;
const TOKEN_LIMIT = 100;

/** Failures of the next calls: an error status, no response, or a response lost after the work was done. */
export const PAYPAL_FAILURES = [401, 403, 422, 429, 500, 503, 'hang', 'lost-answer'] as const;

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

/** The format of a receiver of each type; PayPal refuses any other. */
const RECEIVERS = {
  EMAIL: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
  PHONE: /^\d{10}$/,
  USER_HANDLE: /^[-\w]{1,50}$/,
} as const;

const OPEN_CALLS: ReadonlySet<string> = new Set(['token', 'certificate']);

type Work = (request: SimulatorRequest) => SimulatorReply | Promise<SimulatorReply>;

/** The part of PayPal's API that the product calls. */
export class PayPalApi {
  /** When each token expires. */
  private readonly tokens = new LRUCache<string, number>({ max: TOKEN_LIMIT });
  readonly failures = new OrderedFailures<(typeof PAYPAL_FAILURES)[number]>();

  constructor(
    private readonly simulation: Simulation,
    readonly payouts: PayPalPayoutBook,
    private readonly certificate: PayPalCertificate,
  ) {}

  routes(): readonly SimulatorRoute[] {
    const batches = '/v1/payments/payouts';
    return [
      this.route('token', ['POST', '/v1/oauth2/token'], (request) => this.newToken(request)),
      this.route('create', ['POST', batches], (request) => this.create(request)),
      this.route('batch', ['GET', `${batches}/([\\w-]+)`], ({ groups: [id = ''] }) =>
        show(this.payouts.byBatch(id), batchOf),
      ),
      this.route('item', ['GET', `${batches}-item/([\\w-]+)`], ({ groups: [id = ''] }) =>
        show(this.payouts.byItem(id), itemOf),
      ),
      this.route('cancel', ['POST', `${batches}-item/([\\w-]+)/cancel`], (request) => this.cancel(request)),
      this.route('certificate', ['GET', `${CERTIFICATES}([\\w-]+)`], (request) => this.publish(request)),
    ];
  }

  private route(call: string, [method, path]: readonly ['GET' | 'POST', string], work: Work): SimulatorRoute {
    return { method, path: new RegExp(`^${path}$`), handle: (request) => this.handle(call, request, work) };
  }

  /** Counts the call, checks its authorization unless it is open to all, applies a requested failure, then does the work. */
  private async handle(call: string, request: SimulatorRequest, work: Work): Promise<SimulatorReply> {
    await this.simulation.calls.begin('paypal', call);
    const isOpen = OPEN_CALLS.has(call);
    if (!isOpen && !this.isAuthorized(request)) return refused(401, 'AUTHENTICATION_FAILURE');
    const failure = this.failures.next(call, isOpen);
    if (failure === 'hang') return new Promise(() => undefined);
    if (typeof failure === 'number') return refused(failure, 'ORDERED_BY_THE_TEST');
    const reply = await work(request);
    return failure === 'lost-answer' ? { ...reply, cut: true } : reply;
  }

  private isAuthorized({ headers }: SimulatorRequest): boolean {
    const endsAtMs = this.tokens.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
    return endsAtMs !== undefined && this.simulation.clock.now() < endsAtMs;
  }

  private newToken({ headers, body }: SimulatorRequest): SimulatorReply {
    const expected = `${SIMULATED_PAYPAL.clientId}:${this.simulation.secrets.simulatorApiKey}`;
    if (headers.authorization !== `Basic ${Buffer.from(expected).toString('base64')}`)
      return refused(401, 'invalid_client');
    if (new URLSearchParams(body).get('grant_type') !== 'client_credentials')
      return refused(400, 'unsupported_grant_type');
    const token = randomBytes(24).toString('base64url');
    this.tokens.set(token, this.simulation.clock.now() + TOKEN_LIFE_SECONDS * 1_000);
    return json(200, { access_token: token, token_type: 'Bearer', expires_in: TOKEN_LIFE_SECONDS });
  }

  private create({ body, headers }: SimulatorRequest): SimulatorReply {
    const creation = creationSchema.safeParse(parseJson(body));
    if (!creation.success) {
      // As "items[0].receiver", which tells a wrong receiver from a wrong request.
      const details = creation.error.issues.map(({ path }) => ({
        field: path
          .map((part) => (typeof part === 'number' ? `[${String(part)}]` : `.${String(part)}`))
          .join('')
          .slice(1),
        issue: 'Invalid',
      }));
      return refused(400, 'VALIDATION_ERROR', details);
    }
    const { sender_batch_header, items } = creation.data;
    const { sender_batch_id: senderBatchId } = sender_batch_header;
    const first = this.payouts.bySenderBatch(senderBatchId);
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
    const payout = this.payouts.create({
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

  private cancel({ groups: [itemId = ''] }: SimulatorRequest): SimulatorReply {
    const payout = this.payouts.byItem(itemId);
    if (payout && payout.status !== 'UNCLAIMED') return refused(400, 'ITEM_INCORRECT_STATUS');
    if (payout) this.payouts.settle(payout, 'returned');
    return show(payout, itemOf);
  }

  private async publish({ groups: [id = ''] }: SimulatorRequest): Promise<SimulatorReply> {
    const certificate = await this.certificate();
    if (certificate.id !== id) return refused(404, 'RESOURCE_NOT_FOUND');
    return { status: 200, headers: { 'content-type': 'application/x-pem-file' }, body: certificate.pem };
  }
}

function show(
  payout: SimulatedPayout | undefined,
  resourceOf: (payout: SimulatedPayout) => object,
): SimulatorReply {
  return payout ? json(200, resourceOf(payout)) : refused(404, 'RESOURCE_NOT_FOUND');
}

function refused(status: number, name: string, details: readonly object[] = []): SimulatorReply {
  return json(status, { name, message: 'Simulated', debug_id: 'simulated', details, links: [] });
}
