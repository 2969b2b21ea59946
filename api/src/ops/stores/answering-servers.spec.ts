import { StoreUnavailable } from '../../engine/storage/store-unavailable.js';
import { firstResponses } from './answering-servers.js';

describe('a command that has just connected', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function serverThatFails(times: number) {
    let calls = 0;
    const ready = () =>
      ++calls > times ? Promise.resolve() : Promise.reject(new StoreUnavailable('no response'));
    return { store: { ready } as never, calls: () => calls };
  }

  it('waits for servers with a late first response', async () => {
    const late = serverThatFails(5);
    const waiting = firstResponses({ vault: serverThatFails(0).store, eventStore: late.store });
    await jest.advanceTimersByTimeAsync(2_000);
    await waiting;
    expect(late.calls()).toBe(6);
  });

  it('gives up after ten seconds, and then fails for its own reason', async () => {
    const away = serverThatFails(Infinity);
    const waiting = firstResponses({ vault: away.store, eventStore: away.store });
    await jest.advanceTimersByTimeAsync(11_000);
    await waiting;
    expect(away.calls()).toBeLessThan(60);
  });

  it('does not wait when a store refuses', async () => {
    const refusing = { ready: () => Promise.reject(new Error('refused')) } as never;
    await expect(firstResponses({ vault: refusing, eventStore: refusing })).rejects.toThrow('refused');
  });
});
