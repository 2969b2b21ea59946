import { z } from 'zod';
import { isEqual } from '../config/blind-index.js';
import type { ProviderCalls } from './provider-calls.js';
import { json, type SimulatorReply, type SimulatorRequest, type SimulatorRoute } from './simulator-server.js';
import type { SimulatorMemory } from './simulator-state.js';
import type { StripeCardRecords } from './stripe-cards.js';
import type { StripeFaults } from './stripe-faults.js';
import type { StripeIdempotency } from './stripe-idempotency.js';
import type { StripePayments } from './stripe-payments.js';
import { refuse, StripeRefusal } from './stripe-refusal.js';
import type { StripeRefunds } from './stripe-refunds.js';
import { customerResource, methodResource, refundResource } from './stripe-resources.js';

const cents = z.coerce.number().int().min(50).max(99_999_999);

/** The parameters of each call, as form fields; an unknown one is refused. */
const newPayment = z.strictObject({
  amount: cents,
  currency: z.literal('usd'),
  payment_method: z.string(),
  'allowed_payment_method_types[0]': z.literal('card'),
  customer: z.string().optional(),
  capture_method: z.literal('manual'),
  confirm: z.literal('true'),
  return_url: z.url({ protocol: /^https?$/ }).max(2_000),
  setup_future_usage: z.literal('on_session').optional(),
  statement_descriptor_suffix: z
    .string()
    .max(22)
    .regex(/[A-Za-z]/)
    .optional(),
});
const newRefund = z.strictObject({ payment_intent: z.string(), amount: cents });
const nothing = z.strictObject({});
const attachment = z.strictObject({ customer: z.string() });
/** The one kind of search that the product makes. */
const SEARCH = /^metadata\['(\w{1,40})'\]:'([\w-]{1,100})'$/;

type Form = Readonly<Record<string, string>>;
type Work = (request: SimulatorRequest, form: Form) => object;

/** The part of the card processor's API that the product calls. */
export class StripeApi {
  constructor(
    private readonly parts: {
      readonly memory: SimulatorMemory;
      readonly cards: StripeCardRecords;
      readonly payments: StripePayments;
      readonly refunds: StripeRefunds;
      readonly idempotency: StripeIdempotency;
      readonly faults: StripeFaults;
      readonly calls: ProviderCalls;
      readonly apiKey: string;
    },
  ) {}

  routes(): readonly SimulatorRoute[] {
    return [...this.cardRoutes(), ...this.paymentRoutes(), ...this.refundRoutes()];
  }

  private cardRoutes(): readonly SimulatorRoute[] {
    const { cards } = this.parts;
    return [
      this.get('payment_methods.retrieve', /^\/v1\/payment_methods\/(pm_\w+)$/, ({ groups }) =>
        methodResource(cards.method(groups[0] ?? '')),
      ),
      this.post('payment_methods.attach', /^\/v1\/payment_methods\/(pm_\w+)\/attach$/, ({ groups }, form) =>
        methodResource(cards.attach(groups[0] ?? '', read(attachment, form).customer)),
      ),
      this.post('payment_methods.detach', /^\/v1\/payment_methods\/(pm_\w+)\/detach$/, ({ groups }, form) => {
        read(nothing, form);
        return methodResource(cards.detach(groups[0] ?? ''));
      }),
      this.post('customers.create', /^\/v1\/customers$/, (_, form) => {
        read(nothing, form);
        return customerResource(cards.createCustomer(metadataOf(form)));
      }),
      this.get('customers.retrieve', /^\/v1\/customers\/(cus_\w+)$/, ({ groups }) =>
        customerResource(cards.customer(groups[0] ?? '')),
      ),
    ];
  }

  private paymentRoutes(): readonly SimulatorRoute[] {
    const { payments } = this.parts;
    return [
      this.post('payment_intents.create', /^\/v1\/payment_intents$/, (_, form) => this.pay(form)),
      this.get('payment_intents.search', /^\/v1\/payment_intents\/search$/, ({ url }) => {
        const [, name = '', value = ''] = SEARCH.exec(url.searchParams.get('query') ?? '') ?? [];
        if (name === '') refuse(400, { param: 'query', message: 'The query cannot be read.' });
        const data = payments.having(name, value).map((payment) => payments.resource(payment));
        return {
          object: 'search_result',
          url: '/v1/payment_intents/search',
          has_more: false,
          next_page: null,
          data,
        };
      }),
      this.get('payment_intents.retrieve', /^\/v1\/payment_intents\/(pi_\w+)$/, ({ groups }) =>
        payments.resource(payments.find(groups[0] ?? '')),
      ),
      this.post(
        'payment_intents.capture',
        /^\/v1\/payment_intents\/(pi_\w+)\/capture$/,
        ({ groups }, form) => {
          read(nothing, form);
          const payment = payments.find(groups[0] ?? '');
          payments.capture(payment);
          return payments.resource(payment);
        },
      ),
      this.post('payment_intents.cancel', /^\/v1\/payment_intents\/(pi_\w+)\/cancel$/, ({ groups }, form) => {
        read(nothing, form);
        const payment = payments.find(groups[0] ?? '');
        payments.cancel(payment);
        return payments.resource(payment);
      }),
    ];
  }

  private refundRoutes(): readonly SimulatorRoute[] {
    const { refunds, payments } = this.parts;
    return [
      this.post('refunds.create', /^\/v1\/refunds$/, (_, form) => {
        const { payment_intent, amount } = read(newRefund, form);
        return refundResource(refunds.create(payments.find(payment_intent), amount, metadataOf(form)));
      }),
      this.get('refunds.list', /^\/v1\/refunds$/, ({ url }) => {
        const data = refunds.of(url.searchParams.get('payment_intent') ?? '').map(refundResource);
        return { object: 'list', url: '/v1/refunds', has_more: false, data };
      }),
      this.get('refunds.retrieve', /^\/v1\/refunds\/(re_\w+)$/, ({ groups }) =>
        refundResource(refunds.find(groups[0] ?? '')),
      ),
    ];
  }

  private pay(form: Form): object {
    const asked = read(newPayment, form);
    const payment = this.parts.payments.create({
      amount: asked.amount,
      methodId: asked.payment_method,
      customerId: asked.customer ?? null,
      savesCard: asked.setup_future_usage !== undefined,
      returnUrl: asked.return_url,
      metadata: metadataOf(form),
    });
    return this.parts.payments.resource(payment);
  }

  private get(call: string, path: RegExp, work: Work): SimulatorRoute {
    return { method: 'GET', path, answer: (request) => this.answer(call, request, work) };
  }

  private post(call: string, path: RegExp, work: Work): SimulatorRoute {
    return { method: 'POST', path, answer: (request) => this.answer(call, request, work) };
  }

  /** The secret key, ordered failures, repeated keys; then the work, saved before it is answered. */
  private async answer(call: string, request: SimulatorRequest, work: Work): Promise<SimulatorReply> {
    this.parts.calls.count(`stripe.${call}`);
    if (!isEqual(request.headers.authorization ?? '', `Bearer ${this.parts.apiKey}`))
      return problem(401, 'Invalid API key.');
    const fault = this.parts.faults.next(call);
    if (fault === 'timeout') return new Promise(() => undefined);
    if (fault === 'cut') return { status: 500, cut: true };
    if (fault === '429' || fault === '500') return problem(Number(fault), 'Ordered by the test.');
    const run = () => {
      const worked = fault === 'kept_500' ? null : done(request, work);
      const isFailing = worked === null || fault === 'done_500';
      return isFailing ? problem(500, 'Ordered by the test.') : worked;
    };
    const reply = this.parts.idempotency.once(request, run);
    if (request.method === 'POST') await this.parts.memory.save();
    return fault === 'lost_answer' ? { ...reply, cut: true } : reply;
  }
}

function done(request: SimulatorRequest, work: Work): SimulatorReply {
  try {
    return json(200, work(request, Object.fromEntries(new URLSearchParams(request.body))));
  } catch (error) {
    if (error instanceof StripeRefusal) return json(error.status, { error: error.error });
    throw error;
  }
}

function problem(status: number, message: string): SimulatorReply {
  return json(status, { error: { type: status === 500 ? 'api_error' : 'invalid_request_error', message } });
}

const METADATA = /^metadata\[(\w{1,40})\]$/;

function metadataOf(form: Form): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [field, value] of Object.entries(form)) {
    const name = METADATA.exec(field)?.[1];
    if (name !== undefined) found[name] = value;
  }
  return found;
}

/** The form's fields without metadata. @throws StripeRefusal */
function read<T>(schema: z.ZodType<T>, form: Form): T {
  const fields = Object.entries(form).filter(([name]) => !METADATA.test(name));
  const parsed = schema.safeParse(Object.fromEntries(fields));
  if (!parsed.success) refuse(400, flawOf(parsed.error));
  return parsed.data;
}

function flawOf({ issues: [issue] }: z.ZodError): { param: string; message: string } {
  const param = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.');
  return { param: param ?? '', message: issue?.message ?? 'The parameters are not valid.' };
}
