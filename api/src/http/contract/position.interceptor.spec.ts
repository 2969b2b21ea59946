import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { firstValueFrom, NEVER, type Observable, of } from 'rxjs';
import { requestContext } from '../../engine/commands/request-context.js';
import { StoreUnavailable } from '../../engine/storage/store-unavailable.js';
import { SubscriptionRunner } from '../../engine/subscriptions/subscription-runner.js';
import type { View } from '../../event-sourcing/projection.js';
import { accountsProjection } from '../../features/accounts/account/accounts.projection.js';
import { transactionsProjection } from '../../features/transfers/history/transactions.projection.js';
import { PositionInterceptor, ReadsViews, WritesSlowly } from './position.interceptor.js';

const pages = { ofTwoViews: () => undefined, document: () => undefined, ofNone: () => undefined };
ReadsViews(transactionsProjection)(pages.document);
WritesSlowly()(pages.document);
ReadsViews(accountsProjection, transactionsProjection)(pages.ofTwoViews);

/** The headers of an answer to a reader with positions that the log has up to 7, and the awaited views. */
async function answerOf(
  page: keyof typeof pages,
  behind: readonly string[],
  { method = 'GET', body = of({}) }: { readonly method?: string; readonly body?: Observable<unknown> } = {},
) {
  const waitedFor: string[] = [];
  const caughtUp = ({ name }: View, position: string) => {
    waitedFor.push(`${name} at ${position}`);
    return Promise.resolve(!behind.includes(name));
  };
  const headers: Record<string, string> = {};
  const context = {
    getHandler: () => pages[page],
    getClass: () => Object,
    switchToHttp: () => ({
      getRequest: () => ({ method }),
      getResponse: () => ({
        header: (name: string, value: string) => void (headers[name] = value),
        elapsedTime: 1_000,
      }),
    }),
  } as unknown as ExecutionContext;
  const highestRecorded = (positions: readonly string[]) =>
    Promise.resolve(positions.filter((position) => position <= '7').at(-1));
  const subscriptions = Object.assign(Object.create(SubscriptionRunner.prototype) as SubscriptionRunner, {
    caughtUp,
    highestRecorded,
  });
  const interceptor = new PositionInterceptor(new Reflector(), subscriptions, {} as never);
  const scope = { correlationId: '', position: null, known: ['5', '7', '9'] };
  const answer = firstValueFrom(
    await requestContext.run(scope, () => interceptor.intercept(context, { handle: () => body })),
  );
  return { headers, waitedFor, answer };
}

describe('a response from two views', () => {
  it('is stale as soon as one of them is behind', async () => {
    const stale = { 'x-flip-stale': 'true' };
    expect((await answerOf('ofTwoViews', ['transactions'])).headers).toEqual(stale);
    expect((await answerOf('ofTwoViews', ['accounts'])).headers).toEqual(stale);
  });

  it('waits for both, and is not stale once both have passed the position', async () => {
    expect(await answerOf('ofTwoViews', [])).toMatchObject({
      headers: {},
      waitedFor: ['accounts at 7', 'transactions at 7'],
    });
  });
});

it('a response from no view waits for none', async () => {
  expect(await answerOf('ofNone', ['accounts'])).toMatchObject({ headers: {}, waitedFor: [] });
});

describe('a store that does not respond', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('delays a read by three seconds in all, including the time before its handler', async () => {
    const { answer } = await answerOf('ofTwoViews', [], { body: NEVER });
    const refused = expect(answer).rejects.toBeInstanceOf(StoreUnavailable);
    await jest.advanceTimersByTimeAsync(2_000);
    await refused;
  });

  it('lets a long document be written, for twenty seconds', async () => {
    const settled = jest.fn();
    const { answer } = await answerOf('document', [], { body: NEVER });
    answer.then(settled, settled);
    await jest.advanceTimersByTimeAsync(18_900);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(100);
    expect(settled).toHaveBeenCalledWith(expect.any(StoreUnavailable));
  });

  it.each([
    ['a command, whose outcome would stay unknown', 'ofTwoViews', 'POST'],
    ['a read of the log, which may be long', 'ofNone', 'GET'],
  ] as const)('does not cut off %s', async (_, page, method) => {
    const settled = jest.fn();
    const { answer } = await answerOf(page, [], { body: NEVER, method });
    answer.then(settled, settled);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(settled).not.toHaveBeenCalled();
  });
});
