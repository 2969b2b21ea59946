import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.js';
import { readConfig } from '../../config/read-config.js';
import type { SubscriptionRunner } from '../../engine/subscriptions/subscription-runner.js';
import { HealthController } from '../health.controller.js';
import type { RequestMetrics } from './log-and-metrics.js';

const METRICS_TOKEN = 'a-token-of-16-chars';
const subscriptions = { status: () => [], lostSubscriptions: 0 } as unknown as SubscriptionRunner;
const figures = { contentType: 'text/plain', text: () => Promise.resolve('figures') };
const reply = { header: () => undefined } as unknown as FastifyReply;

interface Caller {
  readonly from?: string;
  readonly host?: string;
  readonly headers?: Record<string, string>;
}

/** Whether this caller sees the metrics. */
async function isShown(environment: Record<string, string>, caller: Caller = {}): Promise<boolean> {
  const { from = '127.0.0.1', host = 'localhost', headers = {} } = caller;
  const config: Config = readConfig(environment);
  const unused = {} as never;
  const controller = new HealthController(
    config,
    subscriptions,
    figures as unknown as RequestMetrics,
    ...[unused, unused, unused, unused, unused],
  );
  const request = { headers, hostname: host, socket: { remoteAddress: from } } as unknown as FastifyRequest;
  return controller.metrics(request, reply).then(
    () => true,
    () => false,
  );
}

describe('metrics and details are shown', () => {
  it('to this machine, which no proxy and no page of another site can impersonate', async () => {
    expect(await isShown({})).toBe(true);
    expect(await isShown({}, { from: '::ffff:127.0.0.1', host: '[::1]' })).toBe(true);
    expect(await isShown({}, { from: '203.0.113.9' })).toBe(false);
    expect(await isShown({}, { host: 'rebound.example' })).toBe(false);
    for (const name of ['x-forwarded-for', 'forwarded'])
      expect(await isShown({}, { headers: { [name]: '203.0.113.9' } })).toBe(false);
  });

  it('behind a proxy to no one without a token, even if the proxy does not name its client', async () => {
    expect(await isShown({ TRUST_PROXY: 'true' })).toBe(false);
  });

  it('only with the token where one is set (ASVS 13.4.5)', async () => {
    const bearer = (token: string): Caller => ({
      from: '203.0.113.9',
      headers: { authorization: `Bearer ${token}` },
    });
    for (const TRUST_PROXY of ['true', 'false']) {
      expect(await isShown({ METRICS_TOKEN, TRUST_PROXY }, bearer(METRICS_TOKEN))).toBe(true);
      expect(await isShown({ METRICS_TOKEN, TRUST_PROXY }, bearer('a-token-of-16-charz'))).toBe(false);
      expect(await isShown({ METRICS_TOKEN, TRUST_PROXY })).toBe(false);
    }
  });
});
