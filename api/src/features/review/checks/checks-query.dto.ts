import { PageCursor, PageLimit } from '../../../http/contract/page-query.js';
import { IsIn, WhenGiven } from '../../../http/contract/validation.js';
import { CHECK_LISTS, type CheckList } from '../../../kernel/staff/identity-checks.js';

/** GET /compliance/verifications */
export class ChecksQueryDto {
  /** Which list of the board; without it, all checks. */
  @WhenGiven()
  @IsIn(CHECK_LISTS)
  status?: CheckList;

  /** Checks per page, 1 to 200. */
  @PageLimit()
  limit = '20';

  /** `nextCursor` of the previous page. */
  @PageCursor()
  cursor?: string;
}
