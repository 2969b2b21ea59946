import { SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

export const READ_VIEWS = 'flip:read-views';
const POSITION_PATTERN = /^[0-9A-Za-z:_-]{1,64}$/;

/**
 * Names the views that a controller method answers from. A caller that sends `x-flip-position` is answered once
 * they have passed that position, or with `x-flip-stale: true` (architecture §5).
 */
export const ReadsViews = (...views: readonly string[]) => SetMetadata(READ_VIEWS, views);

/** The position that the caller has seen, null when it shows none that could be one. */
export function shownPosition({ headers }: FastifyRequest): string | null {
  const position = headers['x-flip-position'];
  return typeof position === 'string' && POSITION_PATTERN.test(position) ? position : null;
}
