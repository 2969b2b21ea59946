import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { of } from 'rxjs';
import type { SubscriptionRunner } from '../subscriptions/subscription-runner.js';
import { PositionInterceptor, ReadsViews } from './position.interceptor.js';

const pages = { ofTwoViews: () => undefined, ofNone: () => undefined };
ReadsViews('accounts', 'transactions')(pages.ofTwoViews);

/** The headers of an answer to a reader who asks for position 7, and the views that were waited for. */
async function answerOf(page: keyof typeof pages, behind: readonly string[]) {
  const waitedFor: string[] = [];
  const caughtUp = (view: string, position: string) => {
    waitedFor.push(`${view} at ${position}`);
    return Promise.resolve(!behind.includes(view));
  };
  const headers: Record<string, string> = {};
  const context = {
    getHandler: () => pages[page],
    getClass: () => Object,
    switchToHttp: () => ({
      getRequest: () => ({ headers: { 'x-flip-position': '7' } }),
      getResponse: () => ({ header: (name: string, value: string) => void (headers[name] = value) }),
    }),
  } as unknown as ExecutionContext;
  const interceptor = new PositionInterceptor(new Reflector(), { caughtUp } as unknown as SubscriptionRunner);
  await interceptor.intercept(context, { handle: () => of({}) });
  return { headers, waitedFor };
}

describe('an answer from two views', () => {
  it('is stale as soon as one of them is behind', async () => {
    const stale = { 'x-flip-stale': 'true' };
    expect((await answerOf('ofTwoViews', ['transactions'])).headers).toEqual(stale);
    expect((await answerOf('ofTwoViews', ['accounts'])).headers).toEqual(stale);
  });

  it('waits for both, and is not stale once both have passed the position', async () => {
    expect(await answerOf('ofTwoViews', [])).toEqual({
      headers: {},
      waitedFor: ['accounts at 7', 'transactions at 7'],
    });
  });
});

it('an answer from no view waits for none', async () => {
  expect(await answerOf('ofNone', ['accounts'])).toEqual({ headers: {}, waitedFor: [] });
});
