import type { CommandRunner } from '../../engine/commands/command-runner.js';
import { DomainError } from '../../kernel/domain-error.js';
import { transferStream, type Terms } from './lifecycle-events.rules.js';
import { transferLifecycle } from './transfer-lifecycle.decider.js';

/** The terms of a sender's own transfer. @throws not_found, also for another sender's */
export async function termsOfSender(runner: CommandRunner, uid: string, transferId: string): Promise<Terms> {
  const terms = await runner.query(transferLifecycle, transferStream(transferId), (state) => state.terms);
  if (terms?.uid !== uid) throw new DomainError('not_found');
  return terms;
}
