import { IsIn, WhenGiven } from '../../../http/contract/validation.js';
import { OVERVIEW_DAYS, type OverviewDays } from '../../../kernel/staff/overview.js';

/** GET /compliance/overview */
export class OverviewQueryDto {
  /** How many days to look back; 30 when absent. */
  @WhenGiven()
  @IsIn(OVERVIEW_DAYS)
  days?: OverviewDays;
}
