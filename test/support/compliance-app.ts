import type { Type } from '@nestjs/common';
import { AccountsModule } from '../../api/src/features/accounts/accounts.module.js';
import { HistoryModule } from '../../api/src/features/history/history.module.js';
import { ReviewModule } from '../../api/src/features/review/review.module.js';
import { RulesModule } from '../../api/src/features/rules/rules.module.js';
import { TransfersModule } from '../../api/src/features/transfers/transfers.module.js';
import { VerificationModule } from '../../api/src/features/verification/verification.module.js';
import { TestApp, type TestAppOptions } from './test-app.js';

/** When the tests of compliance begin. */
export const START = '2026-11-20T12:00:00.000Z';

/** Compliance with the transfers that it reviews, and further modules; accounts and checks are recorded. */
export function openCompliance(
  modules: readonly Type[] = [],
  options: TestAppOptions = {},
): Promise<TestApp> {
  const declared = [AccountsModule, VerificationModule].filter((module) => !modules.includes(module));
  const opened = [ReviewModule, RulesModule, HistoryModule, TransfersModule, ...modules];
  return TestApp.open(opened, { declared, now: START, ...options });
}
