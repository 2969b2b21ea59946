import { createSecretKey } from 'node:crypto';
import { AppModule } from '../../api/src/app.module.js';
import { Codec } from '../../api/src/engine/event-store/codec.js';
import type { StoredEvent } from '../../api/src/engine/event-store/event-store.port.js';
import { macFor } from '../../api/src/engine/vault/mac.js';
import type { RecordedEvent } from '../../api/src/event-sourcing/event.js';
import { featuresOf } from '../../api/src/event-sourcing/event-sourcing.module.js';
import { accountDecider } from '../../api/src/features/accounts/account/account.decider.js';
import { transferLifecycle } from '../../api/src/features/lifecycle/state/transfer-lifecycle.decider.js';
import { cardsDecider } from '../../api/src/features/payments/cards/cards.decider.js';
import { preferencesDecider } from '../../api/src/features/preferences/preferences.decider.js';
import { recipientsDecider } from '../../api/src/features/recipients/recipients.decider.js';
import { caseDecider } from '../../api/src/features/review/cases/case.decider.js';
import { transferDecider } from '../../api/src/features/transfers/sending/transfer.decider.js';
import { verificationDecider } from '../../api/src/features/verification/verification.decider.js';
import { ERASED } from '../../api/src/kernel/text/erased.js';
import { foldView } from '../support/fold-view.js';
import { personWith } from '../support/person-history.js';

const { events: declarations, projections, sagas } = featuresOf(AppModule);
const KEY = createSecretKey(Buffer.alloc(32, 'erased'));
const mac = macFor({ keyEncryptionKey: Buffer.alloc(32, 'erased').toString('base64') }, 'event');
const keysOf = (key: typeof KEY | 'destroyed') => ({
  get: () => Promise.resolve(key),
  getOrCreate: () => Promise.resolve(key),
  mac,
});
const readable = new Codec(declarations, keysOf(KEY));
const erased = new Codec(declarations, keysOf('destroyed'));
const person = personWith('Quillcanary');

const DECIDERS: Readonly<Record<string, readonly { readonly evolve: unknown; initialState(): unknown }[]>> = {
  'account-': [accountDecider],
  'preferences-': [preferencesDecider],
  'recipients-': [recipientsDecider],
  'cards-': [cardsDecider],
  'sender-': [transferDecider, verificationDecider],
  'transfer-': [transferLifecycle],
  'case-': [caseDecider],
};

/** Everything that happened to the person, as it is read once the key is destroyed. */
async function readErased(): Promise<readonly RecordedEvent[]> {
  const read: RecordedEvent[] = [];
  let position = 0;
  for (const { stream, events } of person.streams) {
    const encoded = await readable.encode(stream, 0n, events);
    const stored = encoded.map((event, revision): StoredEvent => ({
      ...event.stored,
      stream,
      revision: BigInt(revision),
      position: String(++position).padStart(20, '0'),
    }));
    for (const entry of await erased.decode(stored)) {
      if ('undecodable' in entry) throw new Error(entry.undecodable);
      read.push(entry.event);
    }
  }
  return read;
}

describe('the events of an erased person', () => {
  let events: readonly RecordedEvent[];
  beforeAll(async () => {
    events = await readErased();
  });

  it('have no personal text, and everything else', () => {
    const given = person.streams.flatMap(({ events: all }) => all.map(({ data }) => JSON.stringify(data)));
    const wanted = given.map((text) => text.replaceAll(/Quillcanary\d+/g, ERASED));
    expect(events.map(({ data }) => JSON.parse(JSON.stringify(data)) as object)).toEqual(
      wanted.map((text) => JSON.parse(text) as object),
    );
  });

  it.each(projections.map((projection) => [projection.name, projection] as const))(
    'are folded into the view %s as before',
    (_, projection) => {
      const folded = foldView(projection, events);
      expect(JSON.stringify([...folded])).not.toContain('canary');
      // The same documents as with the texts.
      expect([...folded.keys()]).toEqual([...foldView(projection, given()).keys()]);
    },
  );

  it.each(Object.keys(DECIDERS))('are folded by every decider of %s streams', (prefix) => {
    for (const decider of DECIDERS[prefix] ?? []) {
      const evolve = decider.evolve as (state: unknown, event: RecordedEvent) => unknown;
      const own = events.filter(({ stream }) => stream.startsWith(prefix));
      expect(own.length).toBeGreaterThan(0);
      expect(() => own.reduce(evolve, decider.initialState())).not.toThrow();
    }
  });

  it.each(sagas.map(({ saga }) => [saga.name, saga] as const))('are reacted to by the saga %s', (_, saga) => {
    const states = new Map<string, unknown>();
    for (const event of events.filter(({ stream }) => saga.prefixes.some((one) => stream.startsWith(one)))) {
      const state = saga.evolve(states.get(event.stream) ?? saga.initialState(), event);
      states.set(event.stream, state);
      expect(() => saga.react(event, state)).not.toThrow();
    }
  });

  /** As the person's events were read before. */
  function given(): readonly RecordedEvent[] {
    const all = person.streams.flatMap(({ events: own }) => own);
    return events.map((event, index) => ({ ...event, data: all[index]?.data ?? {} }));
  }
});
