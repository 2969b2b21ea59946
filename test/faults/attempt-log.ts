import { randomUUID } from 'node:crypto';
import { AppModule } from '../../api/src/app.module.js';
import { readSecrets } from '../../api/src/config/secrets-file.js';
import type { ServerUrls } from '../../api/src/config/config.js';
import {
  APPEND_BATCH_LIMIT,
  OutcomeUnknown,
  type NewEvent,
} from '../../api/src/engine/event-store/event-store.port.js';
import { openStores } from '../../api/src/engine/stores/open-stores.js';
import { featuresOf } from '../../api/src/event-sourcing/event-sourcing.module.js';
import { transferEvents } from '../../api/src/features/transfers/sending/transfer.events.js';
import { waitFor } from '../support/wait-for.js';

const { events: declarations } = featuresOf(AppModule);
const [, refused] = transferEvents;
/** Longer than the window of the velocity rule: nothing of it alerts. */
const APART_MS = 2 * 60 * 60_000;

/** Refused attempts of some senders up to an instant, as if they had been made: no server may have the folder open. */
export async function recordAttempts(
  { dataDir, servers = null }: { readonly dataDir: string; readonly servers?: ServerUrls | null },
  { senders, each, untilMs }: { readonly senders: number; readonly each: number; readonly untilMs: number },
): Promise<void> {
  const { keyEncryptionKey } = readSecrets(dataDir);
  const stores = await openStores({ folder: dataDir, servers, keyEncryptionKey, declarations });
  try {
    for (let sender = 0; sender < senders; sender += 1) {
      const uid = randomUUID();
      for (let first = 0; first < each; first += APPEND_BATCH_LIMIT) {
        const count = Math.min(APPEND_BATCH_LIMIT, each - first);
        const events = Array.from({ length: count }, (_, place) =>
          attemptAt(uid, untilMs - (each - first - place) * APART_MS),
        );
        const expected = first === 0 ? 'no_stream' : BigInt(first - 1);
        await stored(() => stores.eventLog.append(`sender-${uid}`, expected, events));
      }
    }
  } finally {
    await stores.close();
  }
}

/** Again while the server of a busy machine does not answer in time: with the same ids nothing is stored twice. */
function stored(append: () => Promise<unknown>): Promise<unknown> {
  return waitFor('an append', () =>
    append().catch((error: unknown) => {
      if (error instanceof OutcomeUnknown) return null;
      throw error;
    }),
  );
}

function attemptAt(uid: string, atMs: number): NewEvent {
  const id = randomUUID();
  const at = new Date(atMs).toISOString();
  return {
    id,
    type: refused.type,
    data: { ...refused.example, transferId: randomUUID(), refusedAt: at },
    metadata: {
      schemaVersion: refused.schemaVersion,
      commandId: id,
      $correlationId: id,
      $causationId: id,
      actor: { kind: 'sender', id: uid },
      at,
    },
  };
}
