import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Decider } from '../../api/src/event-sourcing/decider.js';
import {
  streamId,
  type DomainEvent,
  type EventDeclaration,
  type Position,
  type RecordedEvent,
} from '../../api/src/event-sourcing/event.js';
import { documentsBy, ofStream, type Projection } from '../../api/src/event-sourcing/projection.js';
import { DomainError } from '../../api/src/kernel/domain-error.js';
import type { CommandContext } from '../../api/src/event-sourcing/decider.js';
import { Codec } from '../../api/src/engine/event-store/codec.js';
import {
  openEmbeddedEventStore,
  type EmbeddedEventStore,
} from '../../api/src/engine/event-store/embedded/embedded-event-store.js';
import type { EventStore } from '../../api/src/engine/event-store/event-store.port.js';
import { EncryptedEventLog } from '../../api/src/engine/event-store/encrypted-event-log.js';
import { DataKeys } from '../../api/src/engine/event-store/data-keys.js';
import { openEmbeddedVault } from '../../api/src/engine/vault/embedded-vault.js';
import type { Vault } from '../../api/src/engine/vault/vault.port.js';
import { openEmbeddedViewStore } from '../../api/src/engine/view-store/embedded/embedded-view-store.js';
import type { ViewStore } from '../../api/src/engine/view-store/view-store.port.js';
import { PATIENCE_MS } from './wait-for.js';

/** A module for the specs of the runners: a till accepts payments up to a limit, each payment once. */
export type Paid = DomainEvent<'Paid', { readonly paymentId: string; readonly cents: number }>;

export interface Pay {
  readonly paymentId: string;
  readonly cents: number;
  readonly at: string;
}

export interface TillState {
  total: number;
  readonly payments: Set<string>;
  readonly instants: string[];
}

export const TILL_LIMIT_CENTS = 25_000;

export const paid: EventDeclaration<Paid> = {
  type: 'Paid',
  schemaVersion: 1,
  summary: 'A payment was taken.',
  example: { paymentId: '1', cents: 1 },
};

export const till: Decider<TillState, Pay, Paid> = {
  name: 'till',
  initialState: () => ({ total: 0, payments: new Set(), instants: [] }),
  decide({ paymentId, cents }, state) {
    if (state.payments.has(paymentId)) return [];
    const remaining = TILL_LIMIT_CENTS - state.total;
    if (cents > remaining) throw new DomainError('limit', { remaining });
    return [{ type: 'Paid', data: { paymentId, cents } }];
  },
  evolve(state, event) {
    state.total += event.data.cents;
    state.payments.add(event.data.paymentId);
    state.instants.push(event.metadata.at);
    return state;
  },
};

export function newContext(): CommandContext {
  const commandId = randomUUID();
  return {
    commandId,
    correlationId: commandId,
    causationId: commandId,
    actor: { kind: 'system', id: 'spec' },
  };
}

/** A till as the view shows it. */
export interface TillRow {
  readonly id: string;
  readonly kind: string;
  readonly total: number;
  readonly payments: readonly string[];
  readonly lastAt: string;
}

export const tillsProjection: Projection<TillRow, Paid> = {
  name: 'tills',
  version: 1,
  indexes: [{ name: 'byLast', eq: ['kind'], sort: 'lastAt' }],
  prefixes: ['till-'],
  ...documentsBy<TillRow, Paid>(ofStream, {
    Paid: (row, { stream, data: { paymentId, cents }, metadata: { at } }) => ({
      id: streamId(stream),
      kind: 'till',
      total: (row?.total ?? 0) + cents,
      payments: [...(row?.payments ?? []), paymentId],
      lastAt: at,
    }),
  }),
};

export interface TillStores {
  readonly folder: string;
  readonly views: ViewStore;
  readonly eventStore: EmbeddedEventStore;
  readonly vault: Vault;
  readonly log: EncryptedEventLog;
  /** The same log opened separately, as by another process. */
  logOver(store: EventStore): EncryptedEventLog;
  close(): Promise<void>;
}

/** Appends payments to a till as one batch, as another process would. */
export async function payInto(
  stores: Pick<TillStores, 'log'>,
  name: string,
  payments: readonly { readonly id: string; readonly cents: number }[],
): Promise<Position> {
  const stream = `till-${name}`;
  let last: RecordedEvent | undefined;
  for await (const event of stores.log.read(stream, { backwards: true, limit: 1 })) last = event;
  const at = '2026-03-01T12:00:00.000Z';
  const { commandId, correlationId, causationId, actor } = newContext();
  const ids = { commandId, $correlationId: correlationId, $causationId: causationId };
  const metadata = { schemaVersion: 1, ...ids, actor, at };
  const events = payments.map(({ id, cents }) => ({
    id: randomUUID(),
    type: 'Paid',
    data: { paymentId: id, cents },
    metadata,
  }));
  return (await stores.log.append(stream, last?.revision ?? 'no_stream', events)).position;
}

/** What waits for `held` goes on once `release` is called. */
export function holdBack(): { readonly held: Promise<void>; readonly release: () => void } {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  return { held, release };
}

/** Polls until the condition holds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('it never came about');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

const KEY_ENCRYPTION_KEY = randomBytes(32).toString('base64');

/** Real embedded stores in a folder, by default a fresh temporary one. */
export async function openTillStores(
  declarations: ConstructorParameters<typeof Codec>[0] = [paid],
  existing?: string,
): Promise<TillStores> {
  const folder = existing ?? (await mkdtemp(join(tmpdir(), 'flip-runner-')));
  const eventStore = await openEmbeddedEventStore({
    keyEncryptionKey: KEY_ENCRYPTION_KEY,
    file: join(folder, 'events.db'),
  });
  const vault = openEmbeddedVault(join(folder, 'vault.db'));
  const views = openEmbeddedViewStore(join(folder, 'views.db'));
  const codec = new Codec(declarations, new DataKeys(vault, { keyEncryptionKey: KEY_ENCRYPTION_KEY }));
  const logOver = (store: EventStore) => new EncryptedEventLog(store, codec);
  return {
    folder,
    eventStore,
    views,
    vault,
    log: logOver(eventStore),
    logOver,
    async close() {
      await eventStore.close();
      await views.close();
      await vault.close();
    },
  };
}

export async function removeTillStores(stores: TillStores): Promise<void> {
  await stores.close();
  await rm(stores.folder, { recursive: true, force: true });
}
