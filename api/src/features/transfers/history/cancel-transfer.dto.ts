import { IsOptional } from 'class-validator';
import { IsIn } from '../../../http/contract/validation.js';

/** POST /transfers/:id/cancel */
export class CancelTransferDto {
  /** Cancels it only while nobody has paid it. */
  @IsOptional()
  @IsIn(['unpaid'])
  only?: 'unpaid';
}
