import { normalizeIp } from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import { blindIndex } from '../config/blind-index.js';
import type { Secrets } from '../config/runtime.js';
import { deviceName } from './sessions/device-name.js';

/** An unauthenticated caller. */
export interface Caller {
  /** Blind index of the caller's network (an IPv4 /24, an IPv6 /64). */
  readonly network: string;
  /** "Chrome, Windows" */
  readonly device: string;
}

const LAST_IPV4_PART = /\.\d{1,3}$/;

export function callerOf(request: FastifyRequest, { blindIndexKey }: Pick<Secrets, 'blindIndexKey'>): Caller {
  const address = normalizeIp(request.ip).replace(LAST_IPV4_PART, '');
  return {
    network: blindIndex(blindIndexKey, 'network', address),
    device: deviceName(request.headers['user-agent']),
  };
}
