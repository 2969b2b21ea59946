import type { FastifyInstance, FastifyRequest, onSendHookHandler } from 'fastify';
import type { Config } from '../config/config.js';
import { requestContext, type RequestScope } from '../commands/request-context.js';
import { headerRule } from './header-rule.js';
import { logRequest, routeOf } from './request-log.js';
import type { RequestMetrics } from './request-metrics.js';
import { SECURITY_POLICY } from './security-policy.js';

/** Everything that holds for each request whatever answers it: headers out, headers in, scope, log line, metrics. */
export function addRequestHooks(instance: FastifyInstance, config: Config, metrics: RequestMetrics): void {
  const checkHeaders = headerRule(config);
  const scopes = new WeakMap<FastifyRequest, RequestScope>();
  instance.addHook('onRequest', (request, reply, done) => {
    void reply.header('content-security-policy', SECURITY_POLICY);
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
    checkHeaders(request);
    done();
  });
  // After the body was read: its parser does not keep the scope of an earlier hook.
  instance.addHook('preValidation', (request, _reply, done) => {
    const scope: RequestScope = { correlationId: request.id, position: null };
    scopes.set(request, scope);
    requestContext.run(scope, done);
  });
  const addPosition: onSendHookHandler = (...[request, reply, payload, done]) => {
    const position = scopes.get(request)?.position;
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
