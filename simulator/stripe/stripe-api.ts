import { z } from 'zod';
import type { OrderedFailures } from '../control/ordered-failures.js';
import {
  get,
  json,
  post,
  type SimulatorReply,
  type SimulatorRequest,
  type SimulatorRoute,
} from '../simulator-server.js';
import type { Simulation } from '../simulation.js';
import type { StripeCardRecords } from './stripe-cards.js';
import { StripeIdempotency } from './stripe-idempotency.js';
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
/** The parameters of every list by creation. */
const listing = z.strictObject({
  'created[gte]': z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: z.string().optional(),
});
/** Of all disputes, or of one payment's. */
const disputeListing = listing.extend({ payment_intent: z.string().optional() });
const noParameters = z.strictObject({});
const attachment = z.strictObject({ customer: z.string() });
/** The only search that the product makes. */
const SEARCH = /^metadata\['(\w{1,40})'\]:'([\w-]{1,100})'$/;

/**
 * Failures of API calls that a test can request: no response at all, a cut connection, an error status (`kept_500` is stored under the
 * idempotency key, `done_500` also after the work was done, the others are not), or a response lost after the work was done.
 */
export const STRIPE_FAILURES = [
  'timeout',
  'cut',
  '429',
  '500',
  'kept_500',
  'done_500',
  'lost_answer',
] as const;
export type StripeFailure = (typeof STRIPE_FAILURES)[number];

const formOf = (url: URL): Form => Object.fromEntries(url.searchParams);

type Form = Readonly<Record<string, string>>;
/** Handles a call; `id` is the one in its path. */
type Work = (id: string, form: Form, url: URL) => object;

/** The part of the card processor's API that the product calls. */
export class StripeApi {
  private readonly idempotency: StripeIdempotency;

  constructor(
    private readonly simulation: Simulation,
    private readonly parts: {
      readonly cards: StripeCardRecords;
      readonly payments: StripePayments;
      readonly refunds: StripeRefunds;
    },
    private readonly failures: OrderedFailures<StripeFailure>,
  ) {
    this.idempotency = new StripeIdempotency(simulation);
  }

  routes(): readonly SimulatorRoute[] {
    return [...this.cardRoutes(), ...this.paymentRoutes(), ...this.refundRoutes()];
  }

  private cardRoutes(): readonly SimulatorRoute[] {
    const { cards } = this.parts;
    return [
      this.get('payment_methods.retrieve', /^\/v1\/payment_methods\/(pm_\w+)$/, (id) =>
        methodResource(cards.method(id)),
      ),
      this.post('payment_methods.attach', /^\/v1\/payment_methods\/(pm_\w+)\/attach$/, (id, form) =>
        methodResource(cards.attach(id, read(attachment, form).customer)),
      ),
      this.post('payment_methods.detach', /^\/v1\/payment_methods\/(pm_\w+)\/detach$/, (id, form) => {
        read(noParameters, form);
        return methodResource(cards.detach(id));
      }),
      this.post('customers.create', /^\/v1\/customers$/, (_, form) => {
        read(noParameters, form);
        return customerResource(cards.createCustomer(metadataOf(form)));
      }),
      this.get('customers.retrieve', /^\/v1\/customers\/(cus_\w+)$/, (id) =>
        customerResource(cards.customer(id)),
      ),
    ];
  }

  private paymentRoutes(): readonly SimulatorRoute[] {
    const { payments } = this.parts;
    const change = (name: 'capture' | 'cancel') =>
      this.post(
        `payment_intents.${name}`,
        new RegExp(`^/v1/payment_intents/(pi_\\w+)/${name}$`),
        (id, form) => {
          read(noParameters, form);
          const payment = payments.find(id);
          payments[name](payment);
          return payments.resource(payment);
        },
      );
    return [
      this.post('payment_intents.create', /^\/v1\/payment_intents$/, (_, form) => this.pay(form)),
      this.get('payment_intents.search', /^\/v1\/payment_intents\/search$/, (_, _form, url) => {
        const [, name = '', value = ''] = SEARCH.exec(url.searchParams.get('query') ?? '') ?? [];
        if (name === '') refuse(400, { param: 'query', message: 'The query cannot be read.' });
        const data = payments.having(name, value).map((payment) => payments.resource(payment));
        return { object: 'search_result', url: url.pathname, has_more: false, next_page: null, data };
      }),
      this.get('payment_intents.list', /^\/v1\/payment_intents$/, (_, _form, url) => this.list(url)),
      this.get('payment_intents.retrieve', /^\/v1\/payment_intents\/(pi_\w+)$/, (id) =>
        payments.resource(payments.find(id)),
      ),
      change('capture'),
      change('cancel'),
    ];
  }

  private refundRoutes(): readonly SimulatorRoute[] {
    const { refunds, payments } = this.parts;
    return [
      this.post('refunds.create', /^\/v1\/refunds$/, (_, form) => {
        const { payment_intent, amount } = read(newRefund, form);
        return refundResource(refunds.create(payments.find(payment_intent), amount, metadataOf(form)));
      }),
      this.get('refunds.list', /^\/v1\/refunds$/, (_, _form, url) => {
        const data = refunds.of(url.searchParams.get('payment_intent') ?? '').map(refundResource);
        return { object: 'list', url: url.pathname, has_more: false, data };
      }),
      this.get('disputes.list', /^\/v1\/disputes$/, (_, _form, url) => {
        const asked = read(disputeListing, formOf(url));
        const { 'created[gte]': from, limit, starting_after: after = null, payment_intent } = asked;
        const listed = refunds.disputesFrom(from, after, payment_intent);
        const data = listed.slice(0, limit);
        return { object: 'list', url: url.pathname, has_more: listed.length > limit, data };
      }),
      this.get('refunds.retrieve', /^\/v1\/refunds\/(re_\w+)$/, (id) => refundResource(refunds.find(id))),
    ];
  }

  private list({ pathname, searchParams }: URL): object {
    const asked = read(listing, Object.fromEntries(searchParams));
    const { payments } = this.parts;
    const all = payments.since(asked['created[gte]']);
    const from =
      asked.starting_after === undefined ? 0 : all.indexOf(payments.find(asked.starting_after)) + 1;
    const data = all.slice(from, from + asked.limit).map((payment) => payments.resource(payment));
    return { object: 'list', url: pathname, has_more: all.length > from + asked.limit, data };
  }

  private pay(form: Form): object {
    const requested = read(newPayment, form);
    const payment = this.parts.payments.create({
      amount: requested.amount,
      methodId: requested.payment_method,
      customerId: requested.customer ?? null,
      savesCard: requested.setup_future_usage !== undefined,
      returnUrl: requested.return_url,
      metadata: metadataOf(form),
    });
    return this.parts.payments.resource(payment);
  }

  private get(call: string, path: RegExp, work: Work): SimulatorRoute {
    return get(path, (request) => this.handle(call, request, work));
  }

  private post(call: string, path: RegExp, work: Work): SimulatorRoute {
    return post(path, (request) => this.handle(call, request, work));
  }

  /** Checks the secret key, requested failures and repeated keys, then does the work. */
  private async handle(call: string, request: SimulatorRequest, work: Work): Promise<SimulatorReply> {
    await this.simulation.calls.begin('stripe', call);
    if (request.headers.authorization !== `Bearer ${this.simulation.secrets.simulatorApiKey}`)
      return problem(401, 'Invalid API key.');
    const failure = this.failures.next(call);
    if (failure === 'timeout') return new Promise(() => undefined);
    if (failure === 'cut') return { status: 500, cut: true };
    if (failure === '429' || failure === '500') return problem(Number(failure), 'Ordered by the test.');
    const run = () => {
      const worked = failure === 'kept_500' ? null : done(request, work);
      const isFailing = worked === null || failure === 'done_500';
      return isFailing ? problem(500, 'Ordered by the test.') : worked;
    };
    const reply = this.idempotency.once(request, run);
    return failure === 'lost_answer' ? { ...reply, cut: true } : reply;
  }
}

function done(request: SimulatorRequest, work: Work): SimulatorReply {
  try {
    const { groups, body, url } = request;
    return json(200, work(groups[0] ?? '', Object.fromEntries(new URLSearchParams(body)), url));
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
