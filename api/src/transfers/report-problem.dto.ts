import { PROBLEM_MAX_LENGTH } from '../kernel/transfers.js';
import { CleanText } from '../http/validation.js';

/** POST /transfers/:id/problem */
export class ReportProblemDto {
  /** What is wrong, in the sender's words. @example "Maya says nothing has arrived." */
  @CleanText(PROBLEM_MAX_LENGTH)
  text!: string;
}

/** The number under which the desk works on a problem. */
export class ReportedProblemDto {
  /** @example "P-2D9D3F6A-1C04F2" */
  number!: string;
}
