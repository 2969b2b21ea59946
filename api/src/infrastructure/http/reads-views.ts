import { SetMetadata } from '@nestjs/common';

export const READ_VIEWS = 'flip:read-views';

/**
 * Names the views that a controller method answers from. A caller that sends `x-flip-position` is answered once
 * they have passed that position, or with `x-flip-stale: true` (architecture §5).
 */
export const ReadsViews = (...views: readonly string[]) => SetMetadata(READ_VIEWS, views);
