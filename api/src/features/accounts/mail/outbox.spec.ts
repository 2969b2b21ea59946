import { randomUUID } from 'node:crypto';
import { v5 as uuidV5 } from 'uuid';
import { InMemoryRecords, openInMemoryVault } from '../../../../../test/support/in-memory-vault.js';
import { Outbox } from './outbox.js';

const clock = { now: () => Date.UTC(2026, 10, 20) };

it('a mail about a cancelled transfer that waits under its earlier name is sent under the new one, once', async () => {
  const vault = openInMemoryVault(new InMemoryRecords());
  const outbox = new Outbox(vault, clock);
  const [cause, uid] = [randomUUID(), randomUUID()];
  const row = { kind: 'transfer-canceled', to: { uid }, transferId: 't1', failures: 0, notBeforeMs: 0 };
  const id = uuidV5(row.kind, cause);
  await vault.put('outbox', id, { owner: 'mail-waiting', value: row }, null);

  await outbox.addAbout({ transferId: 't1' }, cause, { kind: 'transfer-cancelled', to: { uid } });
  expect((await outbox.due()).map((waiting) => waiting.id)).toEqual([id]);
  expect((await outbox.claim(id))?.value.kind).toBe('transfer-cancelled');
});
