import type { FastifyInstance, FastifyRequest, onSendHookHandler } from 'fastify';
import { type Config, isLoopback, publicUrl } from '../config/config.js';
import { requestContext } from '../commands/request-context.js';
import { DomainError } from '../kernel/domain-error.js';
import { logRequest, type RequestMetrics, routeOf } from './log-and-metrics.js';

/** Same origin only, no inline scripts, no framing (architecture §6). */
const SECURITY_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const WEBHOOKS = '/api/webhooks/';

/** Applies to every request: response headers, header checks, scope, log line and metrics. */
export function addRequestHooks(instance: FastifyInstance, config: Config, metrics: RequestMetrics): void {
  const checkHeaders = headerRule(config);
  instance.addHook('onRequest', (request, reply, done) => {
    void reply.header('content-security-policy', SECURITY_POLICY);
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
    checkHeaders(request);
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
    metrics.observe(request, reply, route);
    logRequest(request, reply, route);
    done();
  });
}

/**
 * Prevents cross-site requests (architecture §6): unsafe methods require `X-Flip-Request: 1`, and an allowed or absent
 * Origin. A webhook's signature replaces both.
 */
function headerRule(config: Config): (request: FastifyRequest) => void {
  const own = new URL(publicUrl(config));
  const allowed = (origin: string, host: string | undefined): boolean =>
    origin === own.origin || (isLoopback(own.hostname) && isOwnLoopback(origin, host));
  return (request) => {
    if (SAFE_METHODS.has(request.method) || request.url.startsWith(WEBHOOKS)) return;
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
