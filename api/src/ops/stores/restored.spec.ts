import { InMemoryRecords, openInMemoryVault } from '../../../../test/support/in-memory-vault.js';
import { RESTORE_RUN, type RestoreMarker } from '../../engine/stores/restore-marker.js';
import { recordRestore } from './restored.js';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const HOUR = 60 * 60_000;
const clock = { now: () => NOW };

const restoredAt = async (vault: ReturnType<typeof openInMemoryVault>, sinceMs: number): Promise<string> => {
  const said: string[] = [];
  await recordRestore({ vault }, { sinceMs, clock, say: (line) => said.push(line) });
  return said.join('\n');
};
const marker = async (vault: ReturnType<typeof openInMemoryVault>) =>
  (await vault.get<RestoreMarker>(RESTORE_RUN.kind, RESTORE_RUN.id))?.value;

it('a restore by other tools ends every session, and records for the next start since when the log may have gaps', async () => {
  const vault = openInMemoryVault(new InMemoryRecords());
  for (const id of ['one', 'two']) await vault.put('session', id, { owner: 'ana', value: {} }, null);
  expect(await restoredAt(vault, NOW - 2 * HOUR)).toContain('2 sessions ended');
  expect(await vault.list('session', 'ana')).toEqual([]);
  expect(await marker(vault)).toEqual({ since: '2026-11-20T09:00:00.000Z', phase: 'restored' });
});

it('an earlier restore that no server has settled keeps its instant, a settled one does not', async () => {
  const vault = openInMemoryVault(new InMemoryRecords());
  await restoredAt(vault, NOW - 9 * HOUR);
  await restoredAt(vault, NOW - 2 * HOUR);
  expect((await marker(vault))?.since).toBe('2026-11-20T02:00:00.000Z');
  const { kind, id, owner } = RESTORE_RUN;
  const value = { since: '2026-11-20T02:00:00.000Z', phase: 'listed' };
  await vault.put(kind, id, { owner, value }, 2);
  await restoredAt(vault, NOW - 2 * HOUR);
  expect(await marker(vault)).toEqual({ since: '2026-11-20T09:00:00.000Z', phase: 'restored' });
});

it('the instant of a backup is in the past', async () => {
  const vault = openInMemoryVault(new InMemoryRecords());
  await expect(restoredAt(vault, NOW + 1)).rejects.toThrow('in the past');
  expect(await marker(vault)).toBeUndefined();
});
