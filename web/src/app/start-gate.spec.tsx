import { screen } from '@testing-library/react';
import { config, json, renderApp } from '../../../test/web/rendered-app';

function pageOf(html: string): Node {
  return document.createRange().createContextualFragment(html);
}

describe('a prerendered page', () => {
  it('stays until the application can show the whole screen, and is then replaced', async () => {
    let answer: (response: Response) => void = () => undefined;
    const asked = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    renderApp('/', { 'GET /config': () => asked }, pageOf('<h1>Already here</h1>'));
    expect(await screen.findByRole('heading', { name: 'Already here' })).toBeVisible();
    expect(screen.queryByText('Loading...')).toBeNull();
    answer(json(config));
    expect(await screen.findByText('Total to charge')).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  });
});
