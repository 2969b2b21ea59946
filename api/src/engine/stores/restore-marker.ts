import type { Vault } from '../vault/vault.port.js';

/** The vault's record of a restore; a server that starts on restored stores finds out what the log has lost. */
export const RESTORE_RUN = { kind: 'run', id: 'restore', owner: 'restore' } as const;

/** The processor's clock may be behind ours. */
const CLOCKS_DIFFER_MS = 60 * 60_000;

/** What happened at the providers since then may be missing in the log. */
export interface RestoreMarker {
  /** ISO-8601 UTC, before the newest event of the backup. */
  readonly since: string;
  readonly phase: 'restored' | 'doubted' | 'listed';
}

/**
 * Tells the next start that the log has lost what happened since. An earlier restore that no server has dealt with yet
 * counts as well. Returns the instant from which on charges are listed.
 */
export async function markRestored(vault: Vault, newestAt: string): Promise<string> {
  const { kind, id, owner } = RESTORE_RUN;
  const found = await vault.get<RestoreMarker>(kind, id);
  const own = new Date(Date.parse(newestAt) - CLOCKS_DIFFER_MS).toISOString();
  const earlier = found && found.value.phase !== 'listed' ? found.value.since : own;
  const value: RestoreMarker = { since: earlier < own ? earlier : own, phase: 'restored' };
  if ((await vault.put(kind, id, { owner, value }, found?.version ?? null)) === 'stale')
    throw new Error('The restore was recorded by somebody else at the same time: try again');
  return value.since;
}
