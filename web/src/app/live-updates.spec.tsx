import { act, screen, waitFor } from '@testing-library/react';
import { FakeEventSource } from '../../../test/web/fake-event-source';
import {
  allowance,
  json,
  noContent,
  refusal,
  renderApp,
  transferOf,
  type RenderedApp,
} from '../../../test/web/rendered-app';

beforeEach(() => {
  FakeEventSource.opened.splice(0);
  FakeEventSource.isServerAway = false;
});

/** The stream of the page, once it is open. */
async function stream(): Promise<FakeEventSource> {
  await waitFor(() => {
    expect(FakeEventSource.connected).toHaveLength(1);
  });
  return FakeEventSource.connected[0] as FakeEventSource;
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** How many requests an action causes. */
async function requests(app: RenderedApp, request: string, action: () => Promise<unknown>): Promise<number> {
  const before = app.sent(request).length;
  await action();
  return app.sent(request).length - before;
}

it('the dashboard shows changes from elsewhere, read with the token of the change', async () => {
  const app = renderApp('/dashboard');
  expect(await screen.findByText(/\$130\.00/)).toBeInTheDocument();
  const live = await stream();
  app.respond({
    'GET /allowance': () => json({ ...allowance, used: '200.00', remaining: '50.00' }),
    'GET /transfers': () => json({ items: [transferOf({ recipient: 'Noor Haddad' })], nextCursor: null }),
  });
  live.tell(['transfers', 'transfer:one', 'allowance'], 'token-42');
  expect(await screen.findByText(/\$50\.00/)).toBeInTheDocument();
  expect(await screen.findAllByText('Noor Haddad')).not.toEqual([]);
  expect(app.sent('GET /allowance').at(-1)?.tokens).toEqual(['token-42']);
});

it('changes that arrive together cause one read, and no others', async () => {
  const app = renderApp('/dashboard');
  const live = await stream();
  await pass(2_000);
  const others = app.calls.length;
  const read = await requests(app, 'GET /allowance', async () => {
    for (let nth = 0; nth < 5; nth += 1) live.tell(['allowance']);
    await pass(2_000);
  });
  expect([read, app.calls.length - others]).toEqual([1, 1]);
});

it('a list reloads every loaded page', async () => {
  const pages = (path: string, amount: string) =>
    path.includes('cursor=')
      ? json({ items: [transferOf({ id: 'old', recipient: 'Old One', amount })], nextCursor: null })
      : json({ items: [transferOf({ recipient: 'New One' })], nextCursor: 'next' });
  const app = renderApp('/transactions', { 'GET /transfers': ({ path }) => pages(path, '11.00') });
  await app.user.click(await screen.findByRole('button', { name: /more/i }));
  expect(await screen.findByText(/11\.00/)).toBeInTheDocument();
  const live = await stream();
  app.respond({ 'GET /transfers': ({ path }) => pages(path, '77.00') });
  await act(async () => {
    live.tell(['transfers']);
    await jest.advanceTimersByTimeAsync(1_000);
  });
  expect(await screen.findByText(/77\.00/)).toBeInTheDocument();
});

it('while the stream is down everything is reloaded every 15 seconds, until it is back', async () => {
  const app = renderApp('/dashboard');
  const live = await stream();
  await pass(1_000);
  FakeEventSource.isServerAway = true;
  live.lose();
  expect(await requests(app, 'GET /allowance', () => pass(31_000))).toBe(2);
  FakeEventSource.isServerAway = false;
  await pass(3_000);
  await stream();
  expect(await requests(app, 'GET /allowance', () => pass(31_000))).toBe(0);
});

it('a page reloads its data once after sleep, when the stream is back', async () => {
  const app = renderApp('/dashboard');
  const live = await stream();
  await pass(2_000);
  const shown = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  FakeEventSource.isServerAway = true;
  live.lose();
  await pass(10 * 60_000);
  shown.mockRestore();
  app.calls.splice(0);
  FakeEventSource.isServerAway = false;
  await pass(3_000);
  const back = await stream();
  back.tell(['*']);
  back.tell(['*']);
  await pass(14_000);
  const read = app.calls.map(({ method, path }) => `${method} ${path}`);
  expect(read).toContain('GET /allowance');
  expect(read).toEqual([...new Set(read)]);
});

it('a lost stream is opened again after the last message, so that nothing is read again unless something changed', async () => {
  renderApp('/dashboard');
  const live = await stream();
  expect(live.url).toBe('/api/events');
  live.tell(['*'], 'token-1');
  live.tell(['allowance'], 'token-2');
  live.lose();
  await pass(3_000);
  expect((await stream()).url).toBe('/api/events?after=token-2');
});

it('a refused stream is reopened with a renewed session', async () => {
  const app = renderApp('/dashboard');
  (await stream()).refuse();
  const asked = await requests(app, 'GET /me', () => pass(5_000));
  expect(asked).toBeGreaterThan(0);
  await stream();
});

it('when the stream is refused because the session has ended, the page signs out and opens no other', async () => {
  const app = renderApp('/dashboard');
  const live = await stream();
  app.respond({
    'GET /me': () => refusal(401, 'unauthenticated'),
    'POST /auth/refresh': () => refusal(401, 'unauthenticated'),
  });
  live.refuse();
  await pass(5_000);
  await waitFor(() => {
    expect(window.location.pathname).toBe('/signin');
  });
  await pass(120_000);
  expect(FakeEventSource.connected).toEqual([]);
});

it('signing out closes the stream and stops all reads', async () => {
  const app = renderApp('/dashboard', { 'POST /auth/sign-out': noContent });
  const live = await stream();
  await pass(2_000);
  app.calls.splice(0);
  live.tell(['*']);
  await app.user.click((await screen.findAllByRole('button', { name: 'Sign out' }))[0] as HTMLElement);
  await pass(60_000);
  expect(FakeEventSource.connected).toEqual([]);
  // The landing page shows the fees.
  const calls = app.calls.map(({ method, path }) => `${method} ${path}`);
  expect(calls.filter((call) => call !== 'GET /fees/schedule')).toEqual(['POST /auth/sign-out']);
});

it('a sign-out that fails leaves the page live', async () => {
  const app = renderApp('/dashboard', { 'POST /auth/sign-out': () => refusal(503, 'service_unavailable') });
  await stream();
  await app.user.click((await screen.findAllByRole('button', { name: 'Sign out' }))[0] as HTMLElement);
  await stream();
});

it('a page that is left closes the stream, and reopens it when it is shown again', async () => {
  renderApp('/dashboard');
  await stream();
  window.dispatchEvent(new Event('pagehide'));
  expect(FakeEventSource.connected).toEqual([]);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await stream();
});
