import { PROBLEM_MAX_LENGTH } from '../../kernel/transfers.js';
import { CleanText } from '../../http/validation.js';

/** POST /transfers/:id/problem */
export class ReportProblemDto {
  /** What is wrong, in the sender's words. @example "Maya says nothing has arrived." */
  @CleanText(PROBLEM_MAX_LENGTH)
  text!: string;
}
