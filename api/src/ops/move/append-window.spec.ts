import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { InMemoryLog, openInMemoryEventStore } from '../../../../test/support/in-memory-event-store.js';
import { sampleEvent } from '../../../../test/support/sample-events.js';
import { changed } from '../../../../test/support/till-views.js';
import { OutcomeUnknown, type EventStore } from '../../engine/event-store/event-store.port.js';
import { WINDOW_EVENTS } from './append-window.js';
import type { ExportedEvent } from './format.js';
import { appendRemaining, matchStored } from './imported-events.js';

const WHILE_MS = 100;
const ignore = () => undefined;

/** Events of an export, one per stream in turn. */
function exported(streams: number, rounds: number): ExportedEvent[] {
  return Array.from({ length: streams * rounds }, (_, place) => {
    const { id, type, data, metadata } = sampleEvent({ place });
    const stream = `sample-${place % streams}`;
    const revision = String(Math.floor(place / streams));
    const position = String(place + 1).padStart(20, '0');
    return {
      id,
      type,
      stream,
      revision,
      position,
      bytes: 500,
      data: { ...data },
      metadata: { ...metadata },
    } as unknown as ExportedEvent;
  });
}

describe('the import of a long log', () => {
  let log: InMemoryLog;
  let store: EventStore;
  let appends: number;

  beforeEach(() => {
    log = new InMemoryLog();
    const opened = openInMemoryEventStore(log);
    appends = 0;
    store = changed<EventStore>(opened, {
      append: (...asked) => {
        appends += 1;
        return opened.append(...asked);
      },
    });
  });

  async function imported(events: readonly ExportedEvent[], into: EventStore, barriers: string[] = []) {
    let count = 0;
    const rest = { events: from(events), barriers };
    const appended = (more: number) => (count += more);
    await appendRemaining(rest, { store: into, keepsOrder: false, appended });
    return count;
  }

  const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);

  it('puts the events of a stream into one append, however many other streams are between them', async () => {
    const events = exported(100, 50);
    expect(await imported(events, store)).toBe(5_000);
    expect(appends).toBe(100);
    for (const stream of ['sample-0', 'sample-99'])
      expect(idsOf(log.stream(stream))).toEqual(idsOf(events.filter((event) => event.stream === stream)));
  });

  it('keeps the order of each stream when one is longer than the window', async () => {
    const events = exported(2, WINDOW_EVENTS);
    expect(await imported(events, store)).toBe(2 * WINDOW_EVENTS);
    for (const stream of ['sample-0', 'sample-1'])
      expect(idsOf(log.stream(stream))).toEqual(idsOf(events.filter((event) => event.stream === stream)));
  });

  it('does not wait for one slow append with those of other streams', async () => {
    const events = exported(1_500, 8);
    const slow = changed<EventStore>(store, {
      append: async (...asked) => {
        // The rest of the window is stored first.
        while (asked[0] === 'sample-0' && log.events.length < WINDOW_EVENTS) await nextTurn();
        return store.append(...asked);
      },
    });
    expect(await imported(events, slow)).toBe(12_000);
    expect(log.events[0]?.stream).not.toBe('sample-0');
  });

  it('keeps the order of all streams that belong to one person', async () => {
    const [sender, transfer] = ['sample-ana', 'sample-dinner'];
    const [first, second, third, ...others] = exported(200, 1);
    const inOrder = [
      { ...first, stream: sender, revision: '0' },
      { ...second, stream: transfer, revision: '0', data: { uid: 'ana' } },
      { ...third, stream: sender, revision: '1' },
    ] as ExportedEvent[];
    const slow = changed<EventStore>(store, {
      append: async (...asked) => {
        if (asked[0] === sender) await sleep(WHILE_MS);
        return store.append(...asked);
      },
    });
    await imported([...inOrder, ...others], slow);
    const own = log.events.filter(({ stream }) => stream === sender || stream === transfer);
    expect(idsOf(own)).toEqual(idsOf(inOrder));
    expect(log.events).toHaveLength(200);
  });

  it('continues from wherever it was cut off', async () => {
    const events = exported(20_000, 1);
    const cut = changed<EventStore>(store, {
      append: (...asked) => {
        const isLost = asked[0].endsWith('99');
        return isLost ? new Promise(() => undefined) : store.append(...asked);
      },
    });
    void imported(events, cut);
    await stalled(log);
    const rest = from(events);
    const { count, missing } = await matchStored({ eventStore: store, prefixes: ['sample-'] }, rest, ignore);
    expect([count > 10_000, missing.length > 100]).toEqual([true, true]);
    const left = [...missing];
    for await (const event of rest) left.push(event);
    await imported(left, store);
    expect(new Set(idsOf(log.events))).toEqual(new Set(idsOf(events)));
    expect(log.events).toHaveLength(events.length);
  });

  it('appends nothing beyond a position that a record contains before everything up to it', async () => {
    const events = exported(10, 10);
    const order: string[] = [];
    const late = changed<EventStore>(store, {
      append: async (...asked) => {
        if (asked[0] === 'sample-0') await sleep(WHILE_MS);
        order.push(...asked[2].map(({ id }) => id));
        return store.append(...asked);
      },
    });
    await imported(events, late, [events[34]?.position ?? '']);
    expect(new Set(order.slice(0, 35))).toEqual(new Set(idsOf(events.slice(0, 35))));
  });

  it('sends an append of unknown outcome again, which changes nothing', async () => {
    const events = exported(5, 4);
    const failed = new Set<string>();
    const uncertain = changed<EventStore>(store, {
      append: async (...asked) => {
        const stored = await store.append(...asked);
        if (failed.has(asked[0])) return stored;
        failed.add(asked[0]);
        throw new OutcomeUnknown('no response');
      },
    });
    expect(await imported(events, uncertain)).toBe(20);
    expect(log.events).toHaveLength(20);
    expect(appends).toBe(10);
  });

  it('ends when something else writes into the log, with nothing left in progress', async () => {
    await store.append('sample-3', 'no_stream', [sampleEvent()]);
    await expect(imported(exported(5, 4), store)).rejects.toThrow(
      'Something else writes into the log: sample-3',
    );
    expect(log.events).toHaveLength(17);
  });
});

/** Resolves when nothing more is stored. */
async function stalled(log: InMemoryLog): Promise<void> {
  for (let count = -1; count < log.events.length;) {
    count = log.events.length;
    await sleep(WHILE_MS);
  }
}

async function* from<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}
