import type { EventStore } from '../event-store/event-store.port.js';
import type { Vault } from '../vault/vault.port.js';
import type { ViewStore } from '../view-store/view-store.port.js';

/** The three stores of one process. */
export interface OpenedStores {
  readonly eventStore: EventStore;
  readonly viewStore: ViewStore;
  readonly vault: Vault;
  /** Closes all of them. */
  close(): Promise<void>;
}

/** A store that has to be closed once it is open. */
interface Closable {
  close(): unknown;
}

/** Opens stores one after another. When one cannot be opened, those before it are closed; the newest is closed first. */
export async function openTogether<Opened extends object>(
  open: (opened: <Store extends Closable>(store: Store) => Store) => Promise<Opened>,
): Promise<Opened & Pick<OpenedStores, 'close'>> {
  const stores: Closable[] = [];
  const close = async () => {
    for (let last = stores.pop(); last; last = stores.pop()) await last.close();
  };
  try {
    const all = await open((store) => {
      stores.push(store);
      return store;
    });
    return { ...all, close };
  } catch (error) {
    await close();
    throw error;
  }
}
