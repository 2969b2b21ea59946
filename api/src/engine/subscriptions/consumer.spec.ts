import type { Position } from '../../event-sourcing/event.js';
import { Consumer } from './consumer.js';
import type { EventBatch, SharedFeed } from './shared-feed.js';
import type { ConsumerSettings } from './subscriptions.js';
import { until } from '../../../../test/support/till.js';

/** A consumer that serves, and keeps each batch in hand until it is released. */
class BusyConsumer extends Consumer {
  readonly kind = 'projection';
  readonly generation = 1;
  readonly parked = 0;
  readonly isServing = true;
  readonly stored = '5';
  inHand = 0;
  release: () => void = () => undefined;

  retryParked() {
    return Promise.resolve({ applied: 0, remaining: 0 });
  }
  protected load(head: Position) {
    return Promise.resolve(head);
  }
  protected handle({ through }: EventBatch) {
    this.inHand += 1;
    return new Promise<Position>((resolve) => (this.release = () => resolve(through)));
  }
  protected store() {
    return Promise.resolve();
  }
}

it('is moved over events of no concern only while it has nothing in hand', async () => {
  let pass: Parameters<SharedFeed['follow']>[0]['pass'];
  let pages = 0;
  const feed: Pick<SharedFeed, 'downSinceMs' | 'follow'> = {
    downSinceMs: null,
    async *follow(options) {
      pass = options.pass;
      yield { events: [], through: '5', live: true };
      pages += 1;
      await new Promise((resolve) => options.signal.addEventListener('abort', resolve));
    },
  };
  const consumer = new BusyConsumer({ name: 'tills', prefixes: ['till-'] }, {
    log: { head: () => Promise.resolve('5') },
    feed,
    pace: { batchPauseMs: 0, checkpointEveryMs: 1_000 },
  } as unknown as ConsumerSettings);
  consumer.run();
  await until(() => consumer.inHand === 1);
  expect(pass?.('5', '9')).toBe(false);
  consumer.release();
  await until(() => pages === 1);
  expect(consumer.through).toBe('5');
  expect(pass?.('5', '9')).toBe(true);
  expect(consumer.through).toBe('9');
  await consumer.stop();
});
