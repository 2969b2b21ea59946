import { InMemoryLog, openInMemoryEventStore } from '../../../../test/support/in-memory-event-store.js';
import { InMemoryRecords, openInMemoryVault } from '../../../../test/support/in-memory-vault.js';
import { sampleEvent } from '../../../../test/support/sample-events.js';
import { requireLogOfSagas } from '../../engine/stores/own-secrets.js';
import { SAGA_OWNER } from '../../engine/vault/vault.port.js';
import { continueAtEnd } from './accept-log-end.js';

it('sagas beyond the end of a restored log prevent a start until the operator accepts that end', async () => {
  const log = new InMemoryLog();
  log.add('sample-1', sampleEvent());
  const vault = openInMemoryVault(new InMemoryRecords());
  const eventStore = openInMemoryEventStore(log);
  const head = await eventStore.head();
  const later = `${head}9`;
  for (const [id, through] of Object.entries({ fraud: later, mail: head, new: '' }))
    await vault.put('checkpoint', id, { owner: SAGA_OWNER, value: { through } }, null);
  await expect(requireLogOfSagas(vault, eventStore)).rejects.toThrow('fraud is beyond the end of the log');
  const said: string[] = [];
  await continueAtEnd({ vault, eventStore }, (line) => said.push(line));
  await requireLogOfSagas(vault, eventStore);
  const through = async (id: string) =>
    (await vault.get<{ through: string }>('checkpoint', id))?.value.through;
  expect([await through('fraud'), await through('mail'), await through('new')]).toEqual([head, head, '']);
  expect(said[0]).toContain('fraud');
});
