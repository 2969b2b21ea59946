import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Config, publicUrl } from '../../config/config.js';
import { isLoopback } from '../../kernel/loopback.js';
import type { LoadShedding } from './overload.js';
import { requireBoundedHead } from './request-head.js';
import { requestContext } from '../../engine/commands/request-context.js';
import type { ProviderSettings } from '../../config/runtime.js';
import { DomainError } from '../../kernel/domain-error.js';
import { BEGINNING } from '../../engine/event-store/event-store.port.js';
import type { SubscriptionRunner } from '../../engine/subscriptions/subscription-runner.js';
import { POSITION_HEADER, type PositionTokens } from '../contract/position-tokens.js';
import { kindOf, NOTHING_ALLOWED, securityPolicy } from './security-policy.js';
import {
  isApi,
  isOptOut,
  isPolicyReport,
  isProviderAnswer,
  isWebhook,
  logRequest,
  type RequestMetrics,
  routeOf,
} from './log-and-metrics.js';
import type { RequestLimits } from './throttle.js';

/** Browser features that the pages never use. */
const PERMISSIONS =
  'camera=(), display-capture=(), fullscreen=(), geolocation=(), microphone=(), payment=(), usb=(), ' +
  'accelerometer=(), gyroscope=(), magnetometer=(), publickey-credentials-get=(), screen-wake-lock=()';
/** Unsafe requests that programs and pages of others make. */
const FROM_ELSEWHERE = [isWebhook, isOptOut, isProviderAnswer, isPolicyReport];
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Types of bodies that are text. */
const TEXT = /^(text\/|application\/(javascript|manifest\+json)|image\/svg\+xml)/;

/** Headers that browsers heed in documents alone. */
const OF_PAGES = ['permissions-policy', 'origin-agent-cluster', 'cross-origin-opener-policy'];

/** The parts of the application that the hooks use. */
interface Edge {
  readonly config: Config;
  readonly stripe: ProviderSettings['stripe'];
  readonly metrics: RequestMetrics;
  readonly limits: RequestLimits;
  readonly shedding: LoadShedding;
  readonly tokens: PositionTokens;
  readonly subscriptions: Pick<SubscriptionRunner, 'highestRecorded'>;
}

/** Applies to every request: response headers, header checks, scope, log line and metrics. */
export function addRequestHooks(instance: FastifyInstance, edge: Edge): void {
  const { config, stripe, metrics, limits, shedding } = edge;
  const policy = securityPolicy(stripe);
  const checkHeaders = headerRule(config);
  instance.addHook('onRequest', (request, reply, done) => {
    void reply.header('content-security-policy', policy);
    void reply.header('permissions-policy', PERMISSIONS);
    if (isApi(routeOf(request))) void reply.header('cache-control', 'no-store');
    shedding.check(request, reply);
    requireBoundedHead(request);
    checkHeaders(request);
    done();
  });
  instance.addHook('onSend', (_request, reply, payload) => {
    shortenHeaders(reply);
    nameCharset(reply);
    return Promise.resolve(payload);
  });
  instance.addHook('onRequest', (request) => limits.check(request));
  addScope(instance, edge);
  instance.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    const { method } = request;
    const status = String(reply.statusCode);
    metrics.durations.observe({ method, route, status }, reply.elapsedTime / 1_000);
    logRequest(request, reply, route);
    limits.countWebhook(request, reply.statusCode);
    done();
  });
}

/**
 * Omits headers that only pages need, and gives data, in which nothing runs, the shortest policy; a script may be a worker's.
 * A response without a type, as 304, leaves what the browser knows.
 */
function shortenHeaders(reply: FastifyReply): void {
  const kind = kindOf(reply.getHeader('content-type'));
  if (kind === 'page') return;
  if (kind === 'data') void reply.header('content-security-policy', NOTHING_ALLOWED);
  for (const name of OF_PAGES) reply.removeHeader(name);
}

/** Every text says how it is encoded, also those that packages send. */
function nameCharset(reply: FastifyReply): void {
  const type = reply.getHeader('content-type');
  if (typeof type === 'string' && TEXT.test(type) && !type.includes('charset'))
    void reply.header('content-type', `${type}; charset=utf-8`);
}

/**
 * The scope of each request, and the token of each response to a command: it covers what the client had been told before
 * and what the command recorded, so that it replaces the tokens that came with the request.
 */
function addScope(instance: FastifyInstance, { tokens, subscriptions }: Edge): void {
  // After the body is read, because the body parser loses the scope of an earlier hook.
  instance.addHook('preValidation', (request, _reply, done) => {
    const known = tokens.positionsIn(request.headers[POSITION_HEADER]);
    requestContext.run({ correlationId: request.id, position: null, known }, done);
  });
  instance.addHook('onSend', async (request, reply, payload) => {
    const scope = requestContext.current();
    if (!scope || (SAFE_METHODS.has(request.method) && scope.position === null)) return payload;
    const { known = [], position } = scope;
    // While the log does not respond they are believed.
    const told = await subscriptions.highestRecorded(known).catch(() => known.toSorted().at(-1) ?? BEGINNING);
    void reply.header(
      POSITION_HEADER,
      tokens.tokenOf(position !== null && position > told ? position : told),
    );
    return payload;
  });
}

/**
 * Prevents cross-site requests (architecture §6): unsafe methods require `X-Flip-Request: 1`, and an allowed or absent Origin. A webhook's signature replaces both, and so does the
 * token in the address of an unsubscription; a browser's report is only counted and logged; a sign-in provider's answer is only led on to the callback, which checks it.
 */
function headerRule(config: Config): (request: FastifyRequest) => void {
  const own = new URL(publicUrl(config));
  const allowed = (origin: string, host: string | undefined): boolean =>
    origin === own.origin || (isLoopback(own.hostname) && isOwnLoopback(origin, host));
  return (request) => {
    if (SAFE_METHODS.has(request.method) || FROM_ELSEWHERE.some((comes) => comes(request))) return;
    const { origin, host } = request.headers;
    if (origin !== undefined && !allowed(origin, host)) throw new DomainError('origin_not_allowed');
    if (request.headers['x-flip-request'] !== '1') throw new DomainError('request_header_missing');
  };
}

/** Users type localhost or 127.0.0.1: any loopback name is accepted if host and port match the request's. */
function isOwnLoopback(origin: string, host: string | undefined): boolean {
  if (host === undefined || origin !== `http://${host}`) return false;
  return isLoopback(new URL(origin).hostname);
}
