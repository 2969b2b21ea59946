import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.js';
import type { ClockGuard } from '../engine/commands/clock-guard.js';
import type { EventStore } from '../engine/event-store/event-store.port.js';
import { StoreUnavailable } from '../engine/storage/store-unavailable.js';
import type { SubscriptionRunner } from '../engine/subscriptions/subscription-runner.js';
import type { Vault } from '../engine/vault/vault.port.js';
import type { ViewStore } from '../engine/view-store/view-store.port.js';
import { HealthController } from './health.controller.js';
import type { RequestMetrics } from './edge/log-and-metrics.js';
import type { Notices } from './notices.js';

/** Parts of a server that work, or fail on command. */
const sound = {
  subscriptions: { problems: [] as readonly string[] },
  events: { ready: () => Promise.resolve(), problem: null as string | null },
  views: { ready: () => Promise.resolve() },
  vault: { ready: () => Promise.resolve() },
  clockGuard: { prepare: () => Promise.resolve(), problem: () => null as string | null },
};

async function readiness(parts: Partial<typeof sound>) {
  const { subscriptions, events, views, vault, clockGuard } = { ...sound, ...parts };
  const controller = new HealthController(
    {} as Config,
    subscriptions as unknown as SubscriptionRunner,
    {} as RequestMetrics,
    events as unknown as EventStore,
    views as unknown as ViewStore,
    vault as unknown as Vault,
    clockGuard as unknown as ClockGuard,
    {} as Notices,
  );
  let status = 200;
  const reply = { code: (code: number) => ((status = code), reply), header: () => reply };
  const request = { headers: {}, socket: { remoteAddress: '203.0.113.9' } };
  const { reasons } = await controller.ready(
    request as unknown as FastifyRequest,
    reply as unknown as FastifyReply,
  );
  return [status, ...reasons];
}

const rejects = (error: Error) => ({ ready: () => Promise.reject(error) });
const full = new StoreUnavailable('/srv/flip/events.db: database or disk is full', {
  cause: Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }),
});
const refused = new StoreUnavailable('MongoDB: connect ECONNREFUSED 10.0.0.7:27017');
const stopped = { problems: ['mail has stopped', 'accounts is being built'] };

describe('readiness names the reason why the server cannot serve', () => {
  it.each<[string, Partial<typeof sound>, readonly unknown[]]>([
    ['nothing', {}, [200]],
    [
      'a store that cannot be reached, without its address',
      { views: rejects(refused) },
      [503, 'view store is away'],
    ],
    ['a full disk, without its folder', { vault: rejects(full) }, [503, 'vault: database or disk is full']],
    [
      'an anchor that cannot be written',
      { events: { ...sound.events, problem: 'no anchor' } },
      [503, 'no anchor'],
    ],
    [
      'a clock that may be wrong',
      { clockGuard: { ...sound.clockGuard, problem: () => 'the clock jumped' } },
      [503, 'the clock jumped'],
    ],
    ['stopped consumers and missing views', { subscriptions: stopped }, [503, ...stopped.problems]],
    [
      'a store before its consequences',
      { views: rejects(refused), subscriptions: stopped },
      [503, 'view store is away'],
    ],
  ])('%s', async (_, parts, answer) => {
    expect(await readiness(parts)).toEqual(answer);
  });

  it('a clock behind the newest event, before anything is written', async () => {
    let problem: string | null = null;
    const prepare = () => Promise.resolve(void (problem = 'the clock is behind the newest event'));
    const clockGuard = { prepare, problem: () => problem };
    expect(await readiness({ clockGuard })).toEqual([503, 'the clock is behind the newest event']);
  });
});
