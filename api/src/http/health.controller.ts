import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ClockGuard } from '../engine/commands/clock-guard.js';
import { isEqual } from '../engine/vault/blind-index.js';
import { within } from '../engine/waiting/time-limit.js';
import { errorCode } from '../kernel/error-code.js';
import { StoreUnavailable } from '../engine/storage/store-unavailable.js';
import { DomainError } from '../kernel/domain-error.js';
import { Config } from '../config/config.js';
import { isLoopback } from '../kernel/loopback.js';
import { EventStore } from '../engine/event-store/event-store.port.js';
import type { ConsumerStatus } from '../engine/subscriptions/subscriptions.js';
import { SubscriptionRunner } from '../engine/subscriptions/subscription-runner.js';
import { Vault } from '../engine/vault/vault.port.js';
import { ViewStore } from '../engine/view-store/view-store.port.js';
import { Notices } from './notices.js';
import { Public } from './contract/principal.js';
import { RequestMetrics } from './edge/log-and-metrics.js';

/** A store that does not respond in time counts as unavailable. */
const READY_DEADLINE_MS = 2_000;

interface Readiness {
  readonly status: 'ready' | 'not_ready';
  /** What keeps this process from serving sign-ins, lists and sends; empty when ready. */
  readonly reasons: readonly string[];
  /** Operators only: notices although requests are served. */
  readonly notices?: readonly string[];
  /** Operators only. */
  readonly consumers?: readonly ConsumerStatus[];
}

/** Liveness, readiness and metrics for monitoring. */
@ApiExcludeController()
@Public()
@Controller()
export class HealthController {
  constructor(
    private readonly config: Config,
    private readonly subscriptions: SubscriptionRunner,
    private readonly requestMetrics: RequestMetrics,
    private readonly events: EventStore,
    private readonly views: ViewStore,
    private readonly vault: Vault,
    private readonly clockGuard: ClockGuard,
    private readonly notices: Notices,
  ) {}

  @Get('health/live')
  live(): { readonly status: 'live' } {
    return { status: 'live' };
  }

  @Get('health/ready')
  async ready(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readiness> {
    const isAsked = isOperator(request, this.config);
    const [reasons, notices] = await Promise.all([this.reasons(), isAsked ? this.notices.current() : []]);
    if (reasons.length > 0) void reply.code(503).header('retry-after', '1');
    return {
      status: reasons.length > 0 ? 'not_ready' : 'ready',
      reasons,
      ...(isAsked && { notices, consumers: this.subscriptions.status() }),
    };
  }

  /** Other failures are consequences of an unavailable store, so only that is reported. */
  private async reasons(): Promise<readonly string[]> {
    const stores = { 'event store': this.events, 'view store': this.views, vault: this.vault };
    const checks = Object.entries(stores).map(([name, store]) => problemOf(name, store));
    const prepared = within(this.clockGuard.prepare(), READY_DEADLINE_MS, () => new Error('too late'));
    // A store that does not respond reports it itself.
    await prepared.catch(() => undefined);
    const all = [...(await Promise.all(checks)), this.events.problem, this.clockGuard.problem()];
    const problems = all.filter((problem) => typeof problem === 'string');
    return problems.length > 0 ? problems : this.subscriptions.problems;
  }

  @Get('metrics')
  async metrics(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    if (!isOperator(request, this.config)) throw new DomainError('not_found');
    void reply.header('content-type', this.requestMetrics.contentType);
    return this.requestMetrics.text(this.subscriptions.status(), this.subscriptions.lostSubscriptions);
  }
}

/** Null when the store serves reads and takes writes. The details are in the log: they can name hosts and folders. */
async function problemOf(name: string, store: { ready(): Promise<void> }): Promise<string | null> {
  try {
    await within(store.ready(), READY_DEADLINE_MS, () => new Error('too late'));
    return null;
  } catch (error) {
    const cause = error instanceof StoreUnavailable ? (error.cause as Error | undefined) : undefined;
    return errorCode(cause).startsWith('SQLITE_') ? `${name}: ${cause?.message}` : `${name} is away`;
  }
}

/** Operators have the token; where there is neither a token nor a proxy, they are callers on this machine. */
function isOperator(request: FastifyRequest, config: Config): boolean {
  const { authorization = '', 'x-forwarded-for': forwardedFor, forwarded } = request.headers;
  if (config.METRICS_TOKEN !== undefined) return isEqual(authorization, `Bearer ${config.METRICS_TOKEN}`);
  if (config.TRUST_PROXY || forwardedFor !== undefined || forwarded !== undefined) return false;
  const address = (request.socket.remoteAddress ?? '').replace('::ffff:', '');
  // DNS rebinding: another site's name that resolves to this machine arrives as Host.
  return isLoopback(address) && isLoopback(request.hostname);
}
