import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Config, isLoopback } from '../config/config.js';

/** Who may see how the server is: a caller on this machine that no proxy stands before, or one with the token. */
export function isOperator(request: FastifyRequest, config: Config): boolean {
  const { authorization, 'x-forwarded-for': forwardedFor, forwarded } = request.headers;
  if (config.METRICS_TOKEN !== undefined && authorization !== undefined)
    return equals(authorization, `Bearer ${config.METRICS_TOKEN}`);
  const address = (request.socket.remoteAddress ?? '').replace('::ffff:', '');
  return isLoopback(address) && forwardedFor === undefined && forwarded === undefined;
}

function equals(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
