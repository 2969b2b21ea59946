import { IsOptional } from 'class-validator';
import { IsIn } from '../../../http/contract/validation.js';

/** POST /transfers/:id/cancel */
export class CancelTransferDto {
  /** Cancels it only while it is unpaid. */
  @IsOptional()
  @IsIn(['unpaid'])
  only?: 'unpaid';
}
