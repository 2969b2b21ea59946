import type { FastifyRequest } from 'fastify';

/** Recognizes signed-in callers before their body is read; provided by the feature that opens sessions. */
export abstract class KnownCallers {
  /** The caller's uid; null without a valid session, also while that cannot be checked. */
  abstract uidOf(request: FastifyRequest): Promise<string | null>;
}
