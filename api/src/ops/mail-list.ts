import { isoInstant } from '../config/clock.js';
import { Outbox, type OutboxRow } from '../features/accounts/mail/outbox.js';
import type { VaultRecord } from '../engine/vault/vault.port.js';
import { outputOf, type CommandRun } from './command.js';
import { withStores } from './stores/operator-stores.js';

/** `mail list`: mail that was given up, and mail that failed and is tried again; neither addresses nor texts. */
export function mailList(run: CommandRun): Promise<void> {
  const { tell, note } = outputOf(run);
  return withStores(run, 'read', async ({ vault }, { clock }) => {
    const outbox = new Outbox(vault, clock);
    const tellAll = (state: string, rows: readonly VaultRecord<OutboxRow>[]) => {
      for (const { id, value } of rows) {
        const {
          kind,
          failures,
          failure = 'unknown',
          requestedAtMs = 0,
          failingSinceMs = requestedAtMs,
        } = value;
        const since = isoInstant(failingSinceMs);
        tell(
          { state, id, kind, failures, failure, since, ...value.to },
          `${id}  ${state.padEnd(8)}  ${kind}: ${failures} failures since ${since}, the last ${failure}`,
        );
      }
      return rows.length;
    };
    const givenUp = tellAll('given_up', await outbox.givenUp());
    const failing = tellAll('failing', await outbox.failing());
    note(`${givenUp} given up, ${failing} tried again; "mail retry" sends those given up again`);
  });
}
