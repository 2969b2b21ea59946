import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { normalizeIp } from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import { blindIndex } from '../../engine/vault/blind-index.js';
import type { Secrets } from '../../config/runtime.js';
import type { Principal } from '../contract/principal.js';

const LAST_IPV4_PART = /\.\d{1,3}$/;

/** The caller's address as limits count it: IPv4 as it is, of IPv6 the /64, in one spelling. Nothing else reads it. */
export const addressOf = ({ ip }: Pick<FastifyRequest, 'ip'>): string => normalizeIp(ip);

/** The caller's network as text: an IPv4 /24, an IPv6 /64. Never stored or logged: `networkIndex` is. */
function rangeOf(request: Pick<FastifyRequest, 'ip'>): string {
  return addressOf(request).replace(LAST_IPV4_PART, '');
}

/** Blind index of a network. */
export function networkIndex({ blindIndexKey }: Pick<Secrets, 'blindIndexKey'>, range: string): string {
  return blindIndex(blindIndexKey, 'network', range);
}

/** Blind index of the caller's network. */
export function networkOf(
  request: Pick<FastifyRequest, 'ip'>,
  secrets: Pick<Secrets, 'blindIndexKey'>,
): string {
  return networkIndex(secrets, rangeOf(request));
}

/** A signed-in sender who uses a card, and the network that a decline of it counts for. */
export interface CardUser {
  readonly uid: string;
  /** Text, for `networkIndex` alone. */
  readonly range: string;
}

export function cardUserOf(request: Pick<FastifyRequest, 'ip'>, { uid }: Pick<Principal, 'uid'>): CardUser {
  return { uid, range: rangeOf(request) };
}

/** The sender of a request that uses a card, as a handler parameter. */
export const CurrentCardUser = createParamDecorator((_: unknown, context: ExecutionContext): CardUser => {
  const request = context.switchToHttp().getRequest<FastifyRequest & { user: Principal }>();
  return cardUserOf(request, request.user);
});
