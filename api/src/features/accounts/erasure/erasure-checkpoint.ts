import { SAGA_OWNER } from '../../../engine/vault/vault.port.js';

/** The vault's record of how far the erasures of the log are complete; without it, all are done again. */
export const ERASURES = { kind: 'checkpoint', id: 'erasures', owner: SAGA_OWNER } as const;
