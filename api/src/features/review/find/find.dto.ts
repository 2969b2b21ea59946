import { CleanText, IsIn } from '../../../http/contract/validation.js';
import { FIND_BY, FIND_MAX_LENGTH, type FindBy, type FindRequest } from '../../../kernel/staff/find.js';
import { AccessReason } from '../../access/access-reason.dto.js';

/** POST /compliance/find */
export class FindDto implements FindRequest {
  /** The kind of the value. */
  @IsIn(FIND_BY)
  by!: FindBy;

  /** The whole value; of a transfer's id at least the first eight digits. */
  @CleanText(FIND_MAX_LENGTH)
  value!: string;

  @AccessReason()
  reason?: string;
}
