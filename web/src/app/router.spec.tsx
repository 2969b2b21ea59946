import { act, screen, waitFor } from '@testing-library/react';
import { renderApp } from '../../../test/web/rendered-app';
import { reloadPage } from '../lib/reload-page';

jest.mock('../lib/reload-page', () => ({ reloadPage: jest.fn() }));
jest.mock('../screens/public/terms', () => {
  throw new Error('This file of code could not be fetched');
});
jest.mock('../screens/public/fees', () => ({
  FeesScreen: () => {
    throw new Error('This screen fails');
  },
}));

describe('a screen that cannot be shown', () => {
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('appears automatically once the server responds again, and offers no reload while offline', async () => {
    const goOnline = (online: boolean) => {
      jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
      act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
    };
    goOnline(false);
    const app = renderApp('/terms', { 'HEAD /': () => Promise.reject(new TypeError('Failed to fetch')) });
    expect(await screen.findByRole('alert')).toHaveTextContent('You are offline');
    expect(screen.queryByRole('button', { name: 'Reload' })).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(reloadPage).not.toHaveBeenCalled();
    app.respond({ 'HEAD /': () => new Response(null) });
    goOnline(true);
    await waitFor(() => {
      expect(reloadPage).toHaveBeenCalledTimes(1);
    });
  });

  it('triggers one immediate reload when the server responds, because it may have newer files', async () => {
    sessionStorage.clear();
    jest.mocked(reloadPage).mockClear();
    renderApp('/terms', { 'HEAD /': () => new Response(null) });
    await waitFor(() => {
      expect(reloadPage).toHaveBeenCalledTimes(1);
    });
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });

  it('is loaded again although it was lately, by a clock that was put back since', async () => {
    sessionStorage.setItem('flip:reloaded-at', String(Date.now() + 60 * 60 * 1_000));
    jest.mocked(reloadPage).mockClear();
    renderApp('/terms', { 'HEAD /': () => new Response(null) });
    await waitFor(() => {
      expect(reloadPage).toHaveBeenCalledTimes(1);
    });
  });

  it.each([
    ['did not load', '/terms'],
    ['failed', '/fees'],
  ])('shows an error with a way out in its frame when it %s', async (_, address) => {
    const { user } = renderApp(address);
    expect(await screen.findByRole('alert')).toHaveTextContent('This page could not be shown');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Flip' }));
    await screen.findByRole('heading', { name: 'Send money to the app they already use' });
  });
});

describe('a change of screen', () => {
  it('moves the focus to the heading, the title to the page and the scroll position to the top', async () => {
    const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    const { user } = renderApp('/profile');
    expect(await screen.findByRole('heading', { name: 'Profile' })).not.toHaveFocus();
    await user.click(screen.getAllByRole('link', { name: 'Saved Cards' })[0] as HTMLElement);
    expect(await screen.findByRole('heading', { name: 'Saved Cards' })).toHaveFocus();
    expect(document.title).toBe('Saved Cards · Flip');
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
    scrollTo.mockClear();
    window.history.back();
    expect(await screen.findByRole('heading', { name: 'Profile' })).toHaveFocus();
    // Going back is left to the browser, which knows where the page was.
    expect(scrollTo).not.toHaveBeenCalled();
  });
});
