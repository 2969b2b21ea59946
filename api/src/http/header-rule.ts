import type { FastifyRequest } from 'fastify';
import { DomainError } from '../kernel/domain-error.js';
import { type Config, isLoopback, publicUrl } from '../config/config.js';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const WEBHOOKS = '/api/webhooks/';

/**
 * What a foreign page cannot make a browser send (architecture §6): unsafe methods need `X-Flip-Request: 1` and an
 * allowed or absent Origin. A webhook's signature stands for both.
 */
export function headerRule(config: Config): (request: FastifyRequest) => void {
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

/** On loopback people type localhost or 127.0.0.1: any such name will do, as long as host and port are the asked ones. */
function isOwnLoopback(origin: string, host: string | undefined): boolean {
  if (host === undefined || origin !== `http://${host}`) return false;
  return isLoopback(new URL(origin).hostname);
}
