import type { FastifyRequest } from 'fastify';
import type { Secrets } from '../../config/runtime.js';
import { networkOf } from '../../http/edge/caller-network.js';
import { deviceName } from './sessions/device-name.js';

/** An unauthenticated caller. */
export interface Caller {
  /** As `networkOf` names it. */
  readonly network: string;
  /** "Chrome, Windows" */
  readonly device: string;
}

export function callerOf(request: FastifyRequest, secrets: Pick<Secrets, 'blindIndexKey'>): Caller {
  return { network: networkOf(request, secrets), device: deviceName(request.headers['user-agent']) };
}
