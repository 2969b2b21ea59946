import { parse } from 'node:querystring';
import { BadRequestException, HttpException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The longest address that a page or provider sends has a few hundred characters. */
const URL_MAX_LENGTH = 4_096;
const URI_TOO_LONG = 414;
/** Several times what the largest query has. */
const QUERY_KEYS_LIMIT = 32;
/** Several times what a browser sends, with a proxy's own. */
const HEADERS_LIMIT = 100;

/** The router's parser of queries: reads no more keys than `requireBoundedHead` lets pass. */
export const parseQuery = (query: string) =>
  query === '' ? {} : parse(query, '&', '=', { maxKeys: QUERY_KEYS_LIMIT });

/**
 * Refuses an address, query or headers larger than any that we serve before anything works on them, and a second Host,
 * since a proxy could route such a request differently.
 * @throws HttpException 414, BadRequestException
 */
export function requireBoundedHead({ raw: { url = '', rawHeaders } }: FastifyRequest): void {
  if (url.length > URL_MAX_LENGTH) throw new HttpException('The address is too long', URI_TOO_LONG);
  const keys = url.slice(url.indexOf('?') + 1).split('&', QUERY_KEYS_LIMIT + 1).length;
  const names = rawHeaders.filter((_, at) => at % 2 === 0);
  const hosts = names.filter((name) => name.toLowerCase() === 'host');
  if (keys > QUERY_KEYS_LIMIT || names.length > HEADERS_LIMIT || hosts.length > 1)
    throw new BadRequestException();
}
