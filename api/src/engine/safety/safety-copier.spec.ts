import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEY_ENCRYPTION_KEY } from '../../../../test/support/sample-events.js';
import {
  newContext,
  openTillStores,
  paid,
  removeTillStores,
  till,
  until,
} from '../../../../test/support/till.js';
import type { Config } from '../../config/config.js';
import type { Secrets } from '../../config/runtime.js';
import { Features } from '../../event-sourcing/event-sourcing.module.js';
import { SAFETY_CHECKPOINT, SafetyCopies, type SafetyProgress } from '../commands/safety-copies.js';
import { SafetyCopier } from './safety-copier.js';
import { SafetyFile } from './safety-file.js';

const none = undefined as never;

it.each([
  ['production', undefined, 'SAFETY_FILE is not set'],
  ['production', '/safe/decisions.jsonl', null],
  ['development', undefined, null],
])('in %s with SAFETY_FILE=%s a notice says: %s', (NODE_ENV, SAFETY_FILE, said) => {
  const config = { NODE_ENV, SAFETY_FILE } as Config;
  const notice = new SafetyCopier(config, none, none, none, none, new Features([])).notice();
  expect(notice === null ? null : notice.slice(0, said?.length)).toBe(said);
});

/** A copier whose rounds are begun here. */
class Copier extends SafetyCopier {
  override work(signal: AbortSignal): Promise<void> {
    return super.work(signal);
  }
}

it('copies what was decided before an update that makes it a safety decision, once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flip-copier-'));
  const path = join(folder, 'safety.jsonl');
  const refunded = { ...paid, type: 'Refunded' };
  const stores = await openTillStores([paid, refunded]);
  const secrets = { keyEncryptionKey: KEY_ENCRYPTION_KEY } as Secrets;
  const copiedBy = async (types: readonly string[]): Promise<readonly string[]> => {
    const safety = () => 'payment';
    const events = [paid, refunded].map((one) => (types.includes(one.type) ? { ...one, safety } : one));
    const decider = till as never;
    const features = new Features([
      { streams: [{ prefix: 'till-' }], events, safety: [{ prefix: 'till-', decider }] },
    ]);
    const lost = { decideAgain: () => Promise.resolve() } as never;
    const config = { SAFETY_FILE: path } as Config;
    const copier = new Copier(config, secrets, stores.log, new SafetyCopies(stores.vault), lost, features);
    Object.assign(copier, { vault: stores.vault });
    const over = new AbortController();
    const working = copier.work(over.signal);
    const { kind, id } = SAFETY_CHECKPOINT;
    await until(
      async () => (await stores.vault.get<SafetyProgress>(kind, id))?.value.sequence === types.length,
    );
    over.abort();
    await working.catch(() => undefined);
    return (await SafetyFile.open(path, secrets)).records.map(({ event }) => event.type);
  };
  try {
    const { commandId, correlationId: $correlationId, causationId: $causationId, actor } = newContext();
    const at = '2026-03-01T12:00:00.000Z';
    const metadata = { schemaVersion: 1, commandId, $correlationId, $causationId, actor, at };
    const facts = ['Refunded', 'Paid'].map((type) => ({
      id: crypto.randomUUID(),
      type,
      data: { paymentId: '1', cents: 1 },
      metadata,
    }));
    await stores.log.append('till-a', 'no_stream', facts);
    expect(await copiedBy(['Paid'])).toEqual(['Paid']);
    expect(await copiedBy(['Paid', 'Refunded'])).toEqual(['Paid', 'Refunded']);
  } finally {
    await removeTillStores(stores);
    rmSync(folder, { recursive: true });
  }
});
