import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedEventStore, type EmbeddedEventStore } from './embedded-event-store.js';
import { KEY_ENCRYPTION_KEY, all, sampleEvent } from '../../../../../test/support/sample-events.js';

describe('any text in an event', () => {
  let folder: string;
  let store: EmbeddedEventStore;
  let count = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flip-events-'));
    store = await openEmbeddedEventStore({
      keyEncryptionKey: KEY_ENCRYPTION_KEY,
      file: join(folder, 'events.db'),
    });
  });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  const expectKept = async (text: string) => {
    const stream = `sample-${count++}`;
    const events = [sampleEvent({ text, [`name ${text}`]: 1 }), sampleEvent({ after: true })];
    await store.append(stream, 'no_stream', events);
    expect((await all(store.read(stream))).map((event) => event.data)).toEqual(
      events.map((event) => event.data),
    );
  };

  it.each([
    `'`,
    `''`,
    `'); DROP TABLE events; --`,
    `\\'`,
    '\0',
    "\0'",
    '\ud800',
    '\udfff\ud800',
    '"',
    '?',
    ':a @b $c',
    '\u2028',
    '😀',
    '\r\n',
    '%s',
    '`',
  ])('is stored unchanged: %j', expectKept);

  it('is stored unchanged, for arbitrary text', async () => {
    const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 60 }), { numRuns: 250, seed: 20_261_121 });
    const events = texts.map((text) => sampleEvent({ text, [`name ${text}`]: 1 }));
    await store.append('sample-any', 'no_stream', events);
    const kept = await all(store.read('sample-any'));
    expect(kept.map((event) => event.data)).toEqual(events.map((event) => event.data));
  });

  it('leaves the chain intact', async () => {
    expect((await all(store.verifyChain())).at(-1)?.damage).toBeNull();
  });
});
