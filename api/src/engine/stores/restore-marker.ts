/** The vault's record of a restore; a server that starts on restored stores finds out what the log has lost. */
export const RESTORE_RUN = { kind: 'run', id: 'restore', owner: 'restore' } as const;

/** What happened at the providers since then may be missing in the log. */
export interface RestoreMarker {
  /** ISO-8601 UTC, before the newest event of the backup. */
  readonly since: string;
  readonly phase: 'restored' | 'doubted' | 'listed';
}
