import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement, useState, type ComponentType } from 'react';
import { Link, type RouteObject } from 'react-router-dom';
import { OpenedScreen, useIsNextLoading, useOpenScreen } from './navigation';
import { createScreenRouter, screenCode, type ScreenRouter } from './screen-router';

/** Code that arrives when the test says so. */
function codeOf(name: string) {
  let arrive: (component: ComponentType) => void = () => undefined;
  let requests = 0;
  const load = () => {
    requests += 1;
    return new Promise<ComponentType>((resolve) => {
      arrive = resolve;
    });
  };
  const handle = screenCode(load);
  function Screen() {
    return createElement(handle.component());
  }
  const route: RouteObject = { path: `/${name}`, handle, element: <Screen /> };
  return {
    route,
    requests: () => requests,
    arrive: () =>
      act(() => {
        arrive(() => <h1>{name}</h1>);
        return handle.fetch();
      }),
  };
}

function Start() {
  const openScreen = useOpenScreen();
  const [isOpened, setOpened] = useState(false);
  return (
    <>
      <h1>start</h1>
      {useIsNextLoading() && <p role="status">Loading</p>}
      <p>{isOpened ? 'opened' : 'not opened'}</p>
      <Link to="/slow">to slow</Link>
      <Link to="/fast">to fast</Link>
      <button onClick={() => void openScreen('/slow').then(() => setOpened(true))}>open slow</button>
    </>
  );
}

const start: RouteObject = { path: '/start', element: <Start /> };
const heading = () => screen.queryByRole('heading')?.textContent;

describe('the screen of an address', () => {
  let router: ScreenRouter;
  const user = userEvent.setup();
  const open = (address: string, ...codes: readonly { readonly route: RouteObject }[]) => {
    window.history.replaceState(null, '', address);
    router = createScreenRouter([start, ...codes.map(({ route }) => route)]);
    render(<OpenedScreen router={router} />);
  };
  afterEach(() => {
    router.dispose();
  });

  it('is fetched at once, and appears when its code has loaded', async () => {
    const slow = codeOf('slow');
    open('/slow', slow);
    expect(slow.requests()).toBe(1);
    expect(heading()).toBeUndefined();
    await slow.arrive();
    expect(heading()).toBe('slow');
  });

  it('replaces the one before only when its code has loaded, which is noticed meanwhile', async () => {
    const slow = codeOf('slow');
    open('/start', slow);
    expect(screen.queryByRole('status')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'to slow' }));
    expect(heading()).toBe('start');
    expect(screen.getByRole('status')).toBeVisible();
    await slow.arrive();
    expect(heading()).toBe('slow');
  });

  it('is the one that was chosen last, whichever arrives first', async () => {
    const [slow, fast] = [codeOf('slow'), codeOf('fast')];
    open('/start', slow, fast);
    await user.click(screen.getByRole('link', { name: 'to slow' }));
    await user.click(screen.getByRole('link', { name: 'to fast' }));
    await slow.arrive();
    expect(heading()).toBe('start');
    await fast.arrive();
    expect(heading()).toBe('fast');
  });

  it('keeps a press busy until it is shown', async () => {
    const slow = codeOf('slow');
    open('/start', slow);
    await user.click(screen.getByRole('button', { name: 'open slow' }));
    expect(screen.getByText('not opened')).toBeVisible();
    await slow.arrive();
    expect(heading()).toBe('slow');
  });

  it('is fetched again the next time it is opened when it did not load', async () => {
    const load = jest.fn<Promise<ComponentType>, []>();
    load.mockRejectedValueOnce(new Error('no network')).mockResolvedValue(Start);
    const code = screenCode(load);
    await code.fetch();
    expect(() => code.component()).toThrow('no network');
    await code.fetch();
    expect(code.component()).toBe(Start);
  });
});
