import { FakeEventSource } from '../../../../test/web/fake-event-source';
import type { LiveMessage } from './live-stream';
import { followChanges } from './live-tabs';

/** The browser's Web Locks: the first request holds the lock until its work ends. */
class FakeLocks {
  private queue: Promise<unknown> = Promise.resolve();

  request(_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>): Promise<unknown> {
    const done = this.queue.then(() => (signal.aborted ? Promise.reject(new Error('aborted')) : work()));
    this.queue = done.catch(() => undefined);
    return done;
  }
}

const stops: (() => void)[] = [];

beforeEach(() => {
  FakeEventSource.opened.splice(0);
  Object.assign(navigator, { locks: new FakeLocks() });
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const stop of stops.splice(0)) stop();
  Reflect.deleteProperty(navigator, 'locks');
});

/** A tab that follows changes, and what it heard. */
function openTab(uid = 'ana') {
  const changes: LiveMessage[] = [];
  const states: boolean[] = [];
  const stop = followChanges(uid, {
    changed: (change) => changes.push(change),
    disconnected: (isDisconnected) => states.push(isDisconnected),
  });
  stops.push(stop);
  const has = (topic: string) => changes.some(({ topics }) => topics.includes(topic));
  return { changes, states, stop, heard: (topic: string) => until(() => has(topic)), has };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}

const leading = async (): Promise<FakeEventSource> => {
  await until(() => FakeEventSource.connected.some(({ readyState }) => readyState === 1));
  return FakeEventSource.connected[0] as FakeEventSource;
};

it('the tabs of a browser share one stream, and all receive its messages', async () => {
  const [one, other] = [openTab(), openTab()];
  const stream = await leading();
  stream.tell(['allowance'], '7');
  await Promise.all([one.heard('allowance'), other.heard('allowance')]);
  expect(FakeEventSource.opened).toHaveLength(1);
  expect(other.changes.at(-1)).toEqual({ topics: ['allowance'], token: '7' });
});

it('a tab opened later reads everything once, and learns whether the stream is down', async () => {
  const first = openTab();
  const stream = await leading();
  stream.tell(['allowance'], '7');
  const later = openTab();
  await later.heard('*');
  expect(later.changes).toEqual([{ topics: ['*'], token: '7' }]);
  expect(later.states).toEqual([false]);
  stream.lose();
  await until(() => later.states.length > 1);
  expect([later.states.at(-1), first.states.at(-1), first.has('*')]).toEqual([true, true, false]);
});

const denied = () => new DOMException('denied', 'SecurityError');

it.each<[string, () => void]>([
  ['locks', () => Object.assign(navigator, { locks: { request: () => Promise.reject(denied()) } })],
  [
    'messages between tabs',
    () =>
      jest.spyOn(globalThis, 'BroadcastChannel').mockImplementation(() => {
        throw denied();
      }),
  ],
])('a browser that refuses %s, as with site data blocked, has a stream in each tab', async (_, refuse) => {
  refuse();
  const tab = openTab();
  const stream = await leading();
  stream.tell(['allowance'], '7');
  await tab.heard('allowance');
  tab.stop();
  expect(FakeEventSource.connected).toEqual([]);
});

it('another tab takes over when the leading one closes', async () => {
  const [one, other] = [openTab(), openTab()];
  const stream = await leading();
  one.stop();
  await until(() => FakeEventSource.opened.length === 2);
  expect(stream.readyState).toBe(FakeEventSource.CLOSED);
  (await leading()).tell(['me']);
  await other.heard('me');
});

it('a closed tab with a closed channel does not fail when its stream ends', async () => {
  const listeners = jest.spyOn(FakeEventSource.prototype, 'addEventListener');
  openTab();
  await leading();
  jest.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => {
    throw new DOMException('Channel is closed', 'InvalidStateError');
  });
  const end = listeners.mock.calls.find(([type]) => type === 'error')?.[1] as () => void;
  expect(end).not.toThrow();
});

it('tabs of another user receive nothing', async () => {
  const ana = openTab('ana');
  const stream = await leading();
  const luis = openTab('luis');
  stream.tell(['allowance']);
  await ana.heard('allowance');
  expect(luis.has('allowance')).toBe(false);
});
