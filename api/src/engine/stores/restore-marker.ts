import { updateRecord } from '../vault/update-record.js';
import type { Vault } from '../vault/vault.port.js';

/** The vault's record of a restore; a server that starts on restored stores finds out what the log has lost. */
export const RESTORE_RUN = { kind: 'run', id: 'restore', owner: 'restore' } as const;

/** What a restore without a safety file undoes, as an operator reads it. */
export const SAFETY_DECISIONS =
  'suspensions, pauses, revoked verifications, removed second factors, roles, holds, rules, closings and erasures';

/** The vault's record of what became of the safety decisions that a restored log has lost. */
export const SAFETY_RUN = { kind: 'run', id: 'restored-decisions', owner: 'restore' } as const;

/** Where those decisions come from, and what an operator has to know until one has confirmed it. */
export type SafetyMarker =
  /** The next start takes them again: those after this place in the file, an absolute path, which had this end. */
  | {
      readonly phase: 'given';
      readonly file: string;
      readonly after: number;
      readonly end: { readonly sequence: number; readonly chain: string };
    }
  /** They were taken again, except those about streams that the log lacks. */
  | { readonly phase: 'applied'; readonly lacking: readonly string[] }
  /** The restore had no file: all since this instant are lost. */
  | { readonly phase: 'without'; readonly since: string }
  | { readonly phase: 'confirmed' };

/** Keeps what becomes of them. */
export async function markSafety(vault: Pick<Vault, 'get' | 'put'>, value: SafetyMarker): Promise<void> {
  const { owner, ...id } = SAFETY_RUN;
  await updateRecord(vault, id, () => ({ put: { owner, value }, result: undefined }));
}

/** The processor's clock may be behind ours. */
const CLOCKS_DIFFER_MS = 60 * 60_000;

/** What happened at the providers since then may be missing in the log. */
export interface RestoreMarker {
  /** ISO-8601 UTC, before the newest event of the backup. */
  readonly since: string;
  readonly phase: 'restored' | 'doubted' | 'listed';
  /** The anchor of the log has it too, so that another vault is noticed; servers have none. */
  readonly id?: string;
}

/**
 * Tells the next start that the log has lost what happened since. An earlier restore that no server has dealt with yet
 * counts as well. Returns the instant from which on charges are listed.
 */
export async function markRestored(vault: Vault, newestAt: string, restoreId?: string): Promise<string> {
  const { kind, id, owner } = RESTORE_RUN;
  const found = await vault.get<RestoreMarker>(kind, id);
  const own = new Date(Date.parse(newestAt) - CLOCKS_DIFFER_MS).toISOString();
  const earlier = found && found.value.phase !== 'listed' ? found.value.since : own;
  const value: RestoreMarker = {
    since: earlier < own ? earlier : own,
    phase: 'restored',
    ...(restoreId !== undefined && { id: restoreId }),
  };
  if ((await vault.put(kind, id, { owner, value }, found?.version ?? null)) === 'stale')
    throw new Error('The restore was recorded by somebody else at the same time: try again');
  return value.since;
}
