import type { Vault, VaultKind, VaultRecord } from './vault.port.js';

/** All records of a kind, page by page. */
export async function* everyRecord(vault: Vault, kind: VaultKind): AsyncGenerator<readonly VaultRecord[]> {
  for (let page = await vault.scan(kind, null); page.length > 0;) {
    yield page;
    page = await vault.scan(kind, page.at(-1)?.id ?? null);
  }
}
