import { PROBLEM_MAX_LENGTH } from '../../../kernel/money/transfers.js';
import { CleanText } from '../../../http/contract/validation.js';

/** POST /transfers/:id/problem */
export class ReportProblemDto {
  /** What is wrong, in the sender's words. @example "Maya says nothing has arrived." */
  @CleanText(PROBLEM_MAX_LENGTH)
  text!: string;
}
