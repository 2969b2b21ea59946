import type { FastifyInstance, FastifyRequest, onSendHookHandler } from 'fastify';
import { BadRequestException } from '@nestjs/common';
import { type Config, isLoopback, publicUrl } from '../config/config.js';
import { requestContext } from '../commands/request-context.js';
import type { ProviderSettings } from '../config/runtime.js';
import { DomainError } from '../kernel/domain-error.js';
import { securityPolicy } from './security-policy.js';
import {
  isApi,
  isOptOut,
  isProviderAnswer,
  isWebhook,
  logRequest,
  type RequestMetrics,
  routeOf,
} from './log-and-metrics.js';
import { RefusedWebhooks } from './throttle.js';

/** What the pages never use, whoever asks. */
const PERMISSIONS =
  'camera=(), display-capture=(), fullscreen=(), geolocation=(), microphone=(), payment=(), usb=(), ' +
  'accelerometer=(), gyroscope=(), magnetometer=(), publickey-credentials-get=(), screen-wake-lock=()';
/** Unsafe requests that programs and pages of others make. */
const FROM_ELSEWHERE = [isWebhook, isOptOut, isProviderAnswer];
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Applies to every request: response headers, header checks, scope, log line and metrics. */
export function addRequestHooks(
  instance: FastifyInstance,
  { config, stripe }: { readonly config: Config; readonly stripe: ProviderSettings['stripe'] },
  metrics: RequestMetrics,
): void {
  const policy = securityPolicy(stripe);
  const checkHeaders = headerRule(config);
  const refused = new RefusedWebhooks(config);
  instance.addHook('onRequest', (request, reply, done) => {
    void reply.header('content-security-policy', policy);
    void reply.header('permissions-policy', PERMISSIONS);
    if (isApi(routeOf(request))) void reply.header('cache-control', 'no-store');
    checkHeaders(request);
    refused.check(request);
    done();
  });
  // After the body is read, because the body parser loses the scope of an earlier hook.
  instance.addHook('preValidation', (request, _reply, done) => {
    requestContext.run({ correlationId: request.id, position: null }, done);
  });
  const addPosition: onSendHookHandler = (...[, reply, payload, done]) => {
    const position = requestContext.current()?.position;
    if (position) void reply.header('x-flip-position', position);
    done(null, payload);
  };
  instance.addHook('onSend', addPosition);
  instance.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    const { method } = request;
    const status = String(reply.statusCode);
    metrics.durations.observe({ method, route, status }, reply.elapsedTime / 1_000);
    logRequest(request, reply, route);
    refused.count(request, reply.statusCode);
    done();
  });
}

/**
 * Prevents requests that a proxy could route differently, by a second Host, and cross-site ones (architecture §6): unsafe
 * methods require `X-Flip-Request: 1`, and an allowed or absent Origin. A webhook's signature replaces both, and so does the
 * token in the address of an unsubscription; a sign-in provider's answer is only led on to the callback, which checks it.
 */
function headerRule(config: Config): (request: FastifyRequest) => void {
  const own = new URL(publicUrl(config));
  const allowed = (origin: string, host: string | undefined): boolean =>
    origin === own.origin || (isLoopback(own.hostname) && isOwnLoopback(origin, host));
  return (request) => {
    const names = request.raw.rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name));
    if (names.length > 1) throw new BadRequestException();
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
