import { Command } from '@nestjs/cqrs';
import type { LiftResult } from '../../kernel/staff/standing.js';

/**
 * What a lead does about an account: it closes at once, and opens when a second lead agrees; a legal hold takes one lead,
 * and so does its end.
 */
export interface Judgment {
  readonly type: 'suspend' | 'reinstate' | 'place-legal-hold' | 'lift-legal-hold';
  readonly uid: string;
  readonly reason: string;
  /** The uid of the lead. */
  readonly by: string;
}

/**
 * The accounts feature responds.
 * @throws account_not_found, suspended_by_operations, account_erased, already_on_hold, not_on_hold
 */
export class JudgeAccount extends Command<LiftResult> {
  constructor(readonly judgment: Judgment) {
    super();
  }
}
