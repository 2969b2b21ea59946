import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { SignedRequest } from './principal.js';

/**
 * What the log knows of a request: id, route template, outcome, duration, uid. Never the address, the query,
 * headers or bodies, so that no name, e-mail, handle or token can reach it.
 */
interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly uid?: string;
  readonly code?: string;
}

const problemCodes = new WeakMap<FastifyRequest, string>();

/** Remembers the code that the request is answered with, for its log line. */
export function noteProblem(request: FastifyRequest, code: string): void {
  problemCodes.set(request, code);
}

/** Writes an unexpected error with its stack; the request's own line follows when it ends. */
export function logFailure(error: unknown, request: FastifyRequest): void {
  (request.log as Logger).error(
    { err: error, requestId: request.id, route: routeOf(request) },
    'request failed',
  );
}

/** Writes the one line of a finished request; files and health checks only at level debug. */
export function logRequest(request: SignedRequest, reply: FastifyReply, route: string): void {
  const log = request.log as Logger;
  const level = request.url.startsWith('/api/') ? 'info' : 'debug';
  if (!log.isLevelEnabled(level)) return;
  log[level](lineOf(request, reply, route), 'request');
}

/** The template a request matched, never its address. */
export function routeOf(request: FastifyRequest): string {
  return request.is404 ? 'unmatched' : (request.routeOptions.url ?? 'unmatched');
}

function lineOf(request: SignedRequest, reply: FastifyReply, route: string): RequestLine {
  const uid = request.user?.uid;
  const code = problemCodes.get(request);
  return {
    requestId: request.id,
    method: request.method,
    route,
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    ...(uid !== undefined && { uid }),
    ...(code !== undefined && { code }),
  };
}
