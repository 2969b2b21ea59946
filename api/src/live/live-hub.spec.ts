import { Features } from '../event-sourcing/event-sourcing.module.js';
import { type RecordedEvent, streamId } from '../event-sourcing/event.js';
import type { LiveTopics } from '../event-sourcing/live-topics.js';
import { RequestMetrics } from '../http/edge/log-and-metrics.js';
import type { Principal } from '../http/contract/principal.js';
import type { LiveChange } from '../kernel/live.js';
import { PositionTokens } from '../http/contract/position-tokens.js';
import { REMEMBERED_USERS_LIMIT } from './last-announcements.js';
import { LiveHub, STREAMS_LIMIT } from './live-hub.js';
import { LiveStream } from './live-stream.js';

const notes: LiveTopics = {
  name: 'notes',
  prefixes: ['note-'],
  announce({ stream, type, data }) {
    if (type === 'Broken') throw new Error('a fault of ours');
    if (type === 'Flagged')
      return { to: { roles: ['analyst'], exceptUid: streamId(stream) }, topics: ['cases'] };
    return { to: { uid: streamId(stream) }, topics: (data as { topics: string[] }).topics };
  },
};

/** A log that delivers what a test records, and may be away at first. */
class Recorded {
  away = false;
  private recorded: readonly object[] = [];
  private wake: (() => void) | undefined;

  head = () => (this.away ? Promise.reject(new Error('away')) : Promise.resolve('0'));

  record(...recorded: readonly Partial<RecordedEvent>[]): void {
    this.recorded = recorded.map((event) => ({ event }));
    this.wake?.();
  }

  async *follow({ signal }: { readonly signal: AbortSignal }) {
    for (let position = 1; ; position += 1) {
      if (this.recorded.length === 0 && !signal.aborted)
        await new Promise<void>((resolve) => {
          this.wake = resolve;
          signal.addEventListener('abort', () => resolve());
        });
      if (signal.aborted) return;
      const events = this.recorded;
      this.recorded = [];
      yield { events, through: String(position), live: true };
    }
  }
}

const log = new Recorded();
const tokens = new PositionTokens({ keyEncryptionKey: Buffer.alloc(32).toString('base64') } as never);
let hub: LiveHub;

beforeEach(() => {
  const features = new Features([{ streams: [{ prefix: 'note-' }], live: [notes] }]);
  const sessions = { isActive: () => Promise.resolve(true) };
  hub = new LiveHub(features, log as never, log as never, sessions, new RequestMetrics(), tokens);
});
afterEach(() => hub.beforeApplicationShutdown());

/** Until the hub knows the head of the log. */
async function start(): Promise<void> {
  hub.onApplicationBootstrap();
  await new Promise(setImmediate);
}

/** An open stream of a user, and its messages. */
function opened(uid: string, roles: Principal['roles'] = ['sender'], after?: string) {
  return openedFrom(`address of ${uid}`, uid, { roles, after });
}

function openedFrom(
  address: string,
  uid: string,
  {
    roles = ['sender'],
    after,
  }: { readonly roles?: Principal['roles']; readonly after?: string | undefined } = {},
) {
  const response = new SlowResponse();
  hub.add(new LiveStream({ uid, sid: uid, roles }, address, response), after);
  return response;
}

interface Told extends LiveChange {
  readonly position: string;
}

/** A response with a reader that may take nothing. */
class SlowResponse {
  writableLength = 0;
  readonly written: string[] = [];
  ended: 'destroyed' | 'ended' | null = null;

  write(text: string): boolean {
    this.written.push(text);
    return true;
  }

  end(): never {
    this.ended = 'ended';
    return undefined as never;
  }

  destroy(): never {
    this.ended = 'destroyed';
    return undefined as never;
  }

  /** With the position in each message's token. */
  get changes(): readonly Told[] {
    return this.written.flatMap((text) => {
      const [, id, data = ''] = /^id: (.*)\nevent: change\ndata: (.*)$/m.exec(text) ?? [];
      const position = tokens.read(id)?.position;
      return position === undefined ? [] : [{ ...(JSON.parse(data) as LiveChange), position }];
    });
  }

  async told(...topics: readonly string[]): Promise<Told> {
    for (;;) {
      const found = this.changes.find((change) => topics.every((topic) => change.topics.includes(topic)));
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}

it('a stream gets one message about several events, with a token of the last', async () => {
  await start();
  const [ana, luis] = [opened('ana'), opened('luis')];
  const changed = (topics: readonly string[]) => ({ stream: 'note-ana', type: 'Changed', data: { topics } });
  log.record(changed(['transfers', 'allowance']), changed(['allowance', 'me']));
  expect(await ana.told('me')).toEqual({ topics: ['transfers', 'allowance', 'me'], position: '1' });
  expect(luis.changes).toEqual([{ topics: ['*'], position: '0' }]);
});

it('staff with the role are notified of a case, except the person it is about', async () => {
  await start();
  const analyst = opened('una', ['sender', 'analyst']);
  const others = [opened('ana'), opened('suspect', ['sender', 'analyst']), opened('olga', ['operator'])];
  log.record({ stream: 'note-suspect', type: 'Flagged', data: {} });
  await analyst.told('cases');
  for (const other of others) expect(other.changes).toHaveLength(1);
});

it('when the topics of an event cannot be determined, everybody reads everything again', async () => {
  hub.onApplicationBootstrap();
  const ana = opened('ana');
  await ana.told('*');
  log.record({ stream: 'note-luis', type: 'Broken', data: {} });
  while (ana.changes.filter(({ topics }) => topics.includes('*')).length < 2)
    await new Promise((resolve) => setTimeout(resolve, 1));
  log.record({ stream: 'note-ana', type: 'Changed', data: { topics: ['me'] } });
  await ana.told('me');
});

it('a stream opened while the log is unavailable reads everything once it is back', async () => {
  log.away = true;
  hub.onApplicationBootstrap();
  const ana = opened('ana');
  expect(ana.changes).toEqual([{ topics: ['*'], position: '' }]);
  log.away = false;
  while (ana.changes.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(ana.changes[1]).toEqual({ topics: ['*'], position: '0' });
});

describe('a stream that continues after a token', () => {
  const changed = (uid: string) => ({ stream: `note-${uid}`, type: 'Changed', data: { topics: ['me'] } });
  const startsWith = (response: SlowResponse) => response.changes.map(({ topics }) => topics);

  /** Records and waits until the hub has announced it. */
  async function record(...events: readonly Partial<RecordedEvent>[]): Promise<void> {
    const witness = opened('witness');
    log.record(...events, changed('witness'));
    await witness.told('me');
  }

  it('is not notified of everything while only others were notified since', async () => {
    await start();
    await record(changed('ana'));
    const token = tokens.tokenOf('1');
    await record(changed('luis'));
    expect(startsWith(opened('ana', ['sender'], token))).toEqual([]);
    expect(startsWith(opened('luis', ['sender'], token))).toEqual([['*']]);
  });

  it('is notified of everything when staff were notified of a case since, if it is a stream of staff', async () => {
    await start();
    const token = tokens.tokenOf('0');
    await record({ stream: 'note-suspect', type: 'Flagged', data: {} });
    expect(startsWith(opened('una', ['sender', 'analyst'], token))).toEqual([['*']]);
    expect(startsWith(opened('suspect', ['sender'], token))).toEqual([]);
  });

  it('is notified of everything after a token from before the start, or of another process', async () => {
    await start();
    const other = new PositionTokens({ keyEncryptionKey: Buffer.alloc(32).toString('base64') } as never);
    expect(startsWith(opened('ana', ['sender'], tokens.tokenOf('')))).toEqual([['*']]);
    expect(startsWith(opened('ana', ['sender'], other.tokenOf('9')))).toEqual([['*']]);
  });

  it('is notified of everything once more users were notified since than the process remembers', async () => {
    await start();
    await record(changed('ana'));
    const token = tokens.tokenOf('1');
    const uids = Array.from({ length: REMEMBERED_USERS_LIMIT }, (_, nth) => `user-${String(nth)}`);
    await record(...uids.map(changed));
    expect(startsWith(opened('ana', ['sender'], token))).toEqual([['*']]);
  });
});

it('a reader that stops reading is disconnected instead of growing its buffer', () => {
  const response = opened('ana');
  response.writableLength = 1_000_000;
  const before = response.written.length;
  hub.add(new LiveStream({ uid: 'ana', sid: 'ana', roles: [] }, '203.0.113.9', response));
  expect([response.written.length, response.ended]).toEqual([before, 'destroyed']);
});

it('a process at its limit of streams refuses the next one, when each comes from another address', () => {
  for (let nth = 0; nth < STREAMS_LIMIT; nth += 1) {
    hub.requireRoom();
    opened(`user-${String(nth)}`);
  }
  expect(() => {
    hub.requireRoom();
  }).toThrow('service_unavailable');
});

it('a process at its limit of streams ends the oldest of the address that has the most, of any user', () => {
  const ben = opened('ben');
  const first = openedFrom('203.0.113.9', 'eve 0');
  const second = openedFrom('203.0.113.9', 'eve 1');
  for (let nth = 3; nth < STREAMS_LIMIT; nth += 1) openedFrom('203.0.113.9', `eve ${String(nth)}`);
  hub.requireRoom();
  const ana = opened('ana');
  expect([first, second, ben, ana].map(({ ended }) => ended)).toEqual(['ended', null, null, null]);
});

it('stopping ends every stream and opens no more', async () => {
  hub.onApplicationBootstrap();
  const ana = opened('ana');
  await hub.beforeApplicationShutdown();
  expect(ana.ended).toBe('ended');
  expect(() => {
    hub.requireRoom();
  }).toThrow('service_unavailable');
});
