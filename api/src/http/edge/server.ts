import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  errorCodes,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { type Config, publicUrl } from '../../config/config.js';
import { ProviderSettings } from '../../config/runtime.js';
import { SOCIAL_CALLBACK_ROUTE } from '../../config/social-settings.js';
import { compressReads } from './compression.js';
import { jsonBodyParser } from './json-body.js';
import { nestLogger } from '../../config/logger.js';
import { ProblemFilter } from '../contract/problem.filter.js';
import { BARE_HEADERS, closeIncomplete, limitConnections, refuseConnection } from './connections.js';
import { SubscriptionRunner } from '../../engine/subscriptions/subscription-runner.js';
import { PositionTokens } from '../contract/position-tokens.js';
import { parseQuery } from './request-head.js';
import { addRequestHooks } from './request-hooks.js';
import { LoadShedding } from './overload.js';
import { RequestLimits } from './throttle.js';
import { isOptOut, isPolicyReport, isProviderAnswer, RequestMetrics } from './log-and-metrics.js';

const JSON_LIMIT_BYTES = 16 * 1_024;
/** A mail program's form when it unsubscribes is one short field (RFC 8058). */
const FORM_LIMIT_BYTES = 1_024;
/** A sign-in provider's answer: a code, our state, and a name at most. */
const ANSWER_LIMIT_BYTES = 4_096;
/** A report has the policy and two addresses. */
const REPORT_LIMIT_BYTES = 8 * 1_024;
const REPORT_TYPE = 'application/csp-report';
const URL_ENCODED = 'application/x-www-form-urlencoded';
const FORM_TYPES = [URL_ENCODED, 'multipart/form-data'];
const WEBHOOK_LIMIT_BYTES = 256 * 1_024;
/** Deadline for receiving the whole request. */
const REQUEST_DEADLINE_MS = 10_000;
const DEADLINE_CHECK_MS = 1_000;
const KEEP_ALIVE_MS = 65_000;
const HEADERS_LIMIT_BYTES = 16 * 1_024;
const PATH_PARAMETER_MAX_LENGTH = 200;

/** Creates the whole application with its HTTP edge, ready for `listen` or `inject`. */
export async function createServer(
  root: Type | DynamicModule,
  config: Config,
  logger: Logger,
): Promise<NestFastifyApplication> {
  const edge: { problems?: ProblemFilter } = {};
  const adapter = createAdapter(config, logger, edge);
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    bodyParser: false,
    logger: nestLogger(logger),
    abortOnError: false,
  });
  const instance = adapter.getInstance<FastifyInstance>();
  instance.removeContentTypeParser('text/plain');
  app.useBodyParser('application/json', { bodyLimit: JSON_LIMIT_BYTES }, jsonBodyParser(instance));
  instance.addContentTypeParser(
    [...FORM_TYPES],
    { bodyLimit: FORM_LIMIT_BYTES, parseAs: 'buffer' },
    formBody,
  );
  instance.addContentTypeParser(
    REPORT_TYPE,
    { bodyLimit: REPORT_LIMIT_BYTES, parseAs: 'buffer' },
    reportBody,
  );
  instance.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/webhooks/')) route.bodyLimit = WEBHOOK_LIMIT_BYTES;
    if (route.url === SOCIAL_CALLBACK_ROUTE) route.bodyLimit = ANSWER_LIMIT_BYTES;
  });
  limitConnections(instance);
  await app.register(helmet, securityHeaders(config));
  await compressReads(app);
  edge.problems = app.get(ProblemFilter);
  const { stripe, stopping } = app.get<ProviderSettings>(ProviderSettings);
  if (stopping) closeIncomplete(instance, stopping);
  addRequestHooks(instance, {
    config,
    stripe,
    metrics: app.get(RequestMetrics),
    tokens: app.get(PositionTokens),
    subscriptions: app.get(SubscriptionRunner),
    limits: app.get(RequestLimits),
    shedding: app.get(LoadShedding),
  });
  app.setGlobalPrefix('api', { exclude: ['health/live', 'health/ready', 'metrics'] });
  app.enableShutdownHooks(undefined, { useProcessExit: true });
  return app;
}

/** Forms are taken by unsubscription, unread, and as a provider's answer: everywhere else they stay an unsupported type. */
function formBody(
  request: FastifyRequest,
  body: Buffer,
  done: (error: Error | null, body?: string) => void,
): void {
  const isUrlEncoded = request.headers['content-type']?.startsWith(URL_ENCODED) === true;
  if (isOptOut(request)) done(null);
  else if (isProviderAnswer(request) && isUrlEncoded) done(null, body.toString());
  else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE());
}

/** Passed on unparsed: the handler reads what it can of it. */
function reportBody(
  request: FastifyRequest,
  body: Buffer,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  if (isPolicyReport(request)) done(null, body);
  else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE());
}

function createAdapter(config: Config, logger: Logger, edge: { problems?: ProblemFilter }): FastifyAdapter {
  return new FastifyAdapter({
    bodyLimit: JSON_LIMIT_BYTES,
    // Trusts only the nearest proxy, not the addresses that it forwards.
    trustProxy: config.TRUST_PROXY ? (_address: string, hop: number) => hop === 0 : false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    requestTimeout: REQUEST_DEADLINE_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: REQUEST_DEADLINE_MS,
      connectionsCheckingInterval: DEADLINE_CHECK_MS,
      maxHeaderSize: HEADERS_LIMIT_BYTES,
    },
    routerOptions: { maxParamLength: PATH_PARAMETER_MAX_LENGTH, querystringParser: parseQuery },
    loggerInstance: logger,
    // Log lines already include the request id, so a child logger per request is unnecessary.
    childLoggerFactory: (own: FastifyBaseLogger) => own,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      edge.problems?.answer(error, request, reply.headers(BARE_HEADERS)),
    clientErrorHandler: refuseConnection,
    skipMiddie: true,
  });
}

/** Helmet's headers without its content security policy, which request-hooks.ts sets. */
function securityHeaders(config: Config): object {
  const https = publicUrl(config).startsWith('https:');
  return {
    contentSecurityPolicy: false,
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    // A sign-in popup needs its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    // Of browsers that do not run the pages any more.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  };
}
