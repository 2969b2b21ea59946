import type { AccountEvent } from '../../accounts/account/account-events.rules.js';
import type { CommandRunner } from '../../../engine/commands/command-runner.js';
import type { Decider } from '../../../event-sourcing/decider.js';
import { DomainError } from '../../../kernel/domain-error.js';

/** Reads the account's own stream, since decisions do not depend on views. */
const addressReader: Pick<
  Decider<{ readonly isConfirmed: boolean }, never, never>,
  'name' | 'initialState' | 'evolve'
> = {
  name: 'confirmed-address',
  initialState: () => ({ isConfirmed: false }),
  evolve: ({ isConfirmed }, { type }) => ({
    isConfirmed: isConfirmed || type === ('EmailConfirmed' satisfies AccountEvent['type']),
  }),
};

/**
 * Only a sender with a confirmed address may save or charge a card (docs/security.md).
 * @throws DomainError email_not_confirmed
 */
export async function requireConfirmedAddress(runner: CommandRunner, uid: string): Promise<void> {
  if (!(await runner.query(addressReader, `account-${uid}`, ({ isConfirmed }) => isConfirmed)))
    throw new DomainError('email_not_confirmed');
}
