import { act, screen } from '@testing-library/react';
import type { DataExport } from '@kernel/people/personal-data';
import { json, refusal, renderPart, type Responses } from '../../../test/web/rendered-app';
import { DownloadRow } from './download-row';

const STATE = 'GET /me/export';
const REQUEST = 'POST /me/export';
const none: DataExport = { state: 'none', until: null, percent: null, bytes: null };
const ready: DataExport = { ...none, state: 'ready', until: '2026-11-24T20:00:00.000Z' };

let addresses: string[];
beforeEach(() => {
  addresses = [];
  // The saved file; jsdom has no downloads.
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    addresses.push(this.href);
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = (responses: Responses) =>
  renderPart({ part: <DownloadRow />, texts: ['account'] }, { [STATE]: () => json(none), ...responses });
const button = (name: string) => screen.findByRole('button', { name });

describe('the download of one’s own data', () => {
  it('begins with the request, says how far it is, and can be repeated', async () => {
    const app = open({ [REQUEST]: () => json(ready, 202) });
    expect(await screen.findByText('A ZIP of all we keep about you, as JSON and CSV')).toBeVisible();
    app.respond({ [STATE]: () => json({ ...ready, state: 'making', percent: 40 }) });
    await app.user.click(await button('Request my data'));
    const bar = await screen.findByRole('progressbar', { name: '40% of your data is downloaded' });
    expect(bar).toHaveAttribute('aria-valuenow', '40');
    expect(screen.getByText('Your data is being put together and downloaded.')).toHaveAttribute(
      'role',
      'status',
    );
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    app.respond({ [STATE]: () => json({ ...ready, bytes: 1_204_224 }) });
    expect(await screen.findByText(/^Downloaded, 1\.2 MB\. Possible again until/)).toBeVisible();
    expect(await button('Download my data now')).toBeVisible();
    expect(addresses).toEqual(['http://localhost/api/me/export.zip?lang=en']);
  });

  it('shows the one that another page has begun, and begins no second one', async () => {
    const making: DataExport = { ...ready, state: 'making', percent: 10 };
    const app = open({ [REQUEST]: () => json(making, 202) });
    const request = await button('Request my data');
    app.respond({ [STATE]: () => json(making) });
    await app.user.click(request);
    expect(await screen.findByRole('progressbar')).toBeVisible();
    expect(addresses).toEqual([]);
  });

  it('says why there is none', async () => {
    const app = open({ [REQUEST]: () => refusal(429, 'too_many_attempts', { seconds: 28_800 }) });
    await app.user.click(await button('Request my data'));
    expect(await screen.findByRole('alert')).not.toBeEmptyDOMElement();
    app.respond({ [REQUEST]: () => json(ready, 202), [STATE]: () => json(ready) });
    await app.user.click(await button('Request my data'));
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(screen.getByRole('alert')).toHaveTextContent('The download did not begin. Try again.');
    expect(await button('Download my data now')).toBeVisible();
  });
});
