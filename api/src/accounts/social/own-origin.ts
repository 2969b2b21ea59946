import type { FastifyRequest } from 'fastify';
import { type Config, isLoopback, publicUrl } from '../../config/config.js';

/** Our address as this browser writes it: on loopback it may say localhost or 127.0.0.1, and its cookies follow. */
export function ownOrigin(config: Config, { headers: { host } }: FastifyRequest): string {
  const own = new URL(publicUrl(config));
  const asked = URL.canParse(`http://${host ?? ''}`) ? new URL(`http://${host ?? ''}`) : own;
  return isLoopback(own.hostname) && isLoopback(asked.hostname) ? asked.origin : own.origin;
}
