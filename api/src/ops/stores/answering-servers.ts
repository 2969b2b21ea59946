import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '../../engine/storage/store-unavailable.js';
import type { OpenedStores } from '../../engine/stores/opened-stores.js';

/** A command has just connected, so it waits longer for a first response than a request would. */
const FIRST_RESPONSE_WAIT_MS = 10_000;
const PAUSE_MS = 200;

/** Resolves once log and vault have responded, or after ten seconds: then the command says what it misses. */
export async function firstResponses(stores: Pick<OpenedStores, 'eventStore' | 'vault'>): Promise<void> {
  const untilMs = performance.now() + FIRST_RESPONSE_WAIT_MS;
  for (const store of [stores.vault, stores.eventStore])
    for (let isReady = false; !isReady;)
      try {
        await store.ready();
        isReady = true;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        if (performance.now() >= untilMs) return;
        await pause(PAUSE_MS);
      }
}
