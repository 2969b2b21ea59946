import { act, screen, waitFor, within } from '@testing-library/react';
import type { SavedCard } from '@kernel/money/cards';
import { cardFrame, frameAnswers, frameSays } from '../../../test/web/card-frame';
import {
  config,
  json,
  noContent,
  noResponse,
  refusal,
  renderScreen,
  visa,
  type Responses,
} from '../../../test/web/rendered-app';
import { CARD_FIELDS_DEADLINE_MS, CARD_FIELDS_SLOW_MS } from './card-entry/card-entry-handle';

const mastercard: SavedCard = {
  ...visa,
  id: 'c0f2b3a4-1111-5222-8333-444455556666',
  brand: 'mastercard',
  last4: '0187',
  expMonth: 12,
  expYear: 2026,
  isDefault: false,
  state: 'expiring',
};
const old: SavedCard = {
  ...mastercard,
  id: 'd0f2b3a4-1111-5222-8333-444455556666',
  last4: '7730',
  expMonth: 9,
  state: 'expired',
};
const UNDO = 'Undo removing Visa debit •••• 4242';

/** A server that keeps cards. */
function cardsServer(first: readonly SavedCard[]): Responses {
  let items = first;
  const removed: SavedCard[] = [];
  const one = (path: string) => path.split('/')[2] ?? '';
  const changes = first.map((card): Responses => {
    const path = `/cards/${card.id}`;
    return {
      [`PATCH ${path}`]: (call) => {
        items = items.map((each) => ({ ...each, isDefault: each.id === one(call.path) }));
        return json(items.find(({ id }) => id === card.id));
      },
      [`DELETE ${path}`]: () => {
        items = items.filter(({ id }) => id !== card.id);
        removed.push(card);
        return noContent();
      },
      [`POST ${path}/restore`]: () => {
        items = [...removed.splice(0), ...items];
        return json(card);
      },
    };
  });
  return Object.assign({ 'GET /cards': () => json({ items }) }, ...changes) as Responses;
}

const rowOf = async (text: string) => (await screen.findByText(text)).closest('li') as HTMLElement;

describe('Saved Cards', () => {
  it('lists each card with its expiry date, and marks the default, expiring and expired ones', async () => {
    renderScreen('/saved-cards', cardsServer([visa, mastercard, old]));
    const first = within(await rowOf('•••• 4242'));
    first.getByText('Expires 08/28');
    first.getByText('Default');
    within(await rowOf('•••• 0187')).getByText('Expires soon');
    const expired = within(await rowOf('•••• 7730'));
    expired.getByText('Valid until 09/26');
    expired.getByText('Expired');
    expect(expired.queryByRole('button', { name: /default/ })).not.toBeInTheDocument();
    expect(screen.getByText('Debit cards only')).toBeVisible();
  });

  it('makes another card the default', async () => {
    const app = renderScreen('/saved-cards', cardsServer([visa, mastercard]));
    const name = 'Make Mastercard debit •••• 0187 the default';
    await app.user.click(await screen.findByRole('button', { name }));
    within(await rowOf('•••• 0187')).getByText('Expires soon');
    await waitFor(() => {
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    });
    expect(app.sent(`PATCH /cards/${mastercard.id}`)).toMatchObject([{ body: { isDefault: true } }]);
  });

  it('removes a card and restores it', async () => {
    const app = renderScreen('/saved-cards', cardsServer([visa, mastercard]));
    await app.user.click(await screen.findByRole('button', { name: 'Remove Visa debit •••• 4242' }));
    await screen.findByText('Visa debit •••• 4242 was removed.');
    const undo = screen.getByRole('button', { name: UNDO });
    expect(undo).toHaveFocus();
    await app.user.click(undo);
    await screen.findByText('•••• 4242');
    expect(screen.queryByText(/was removed/)).not.toBeInTheDocument();
    expect(app.sent(`POST /cards/${visa.id}/restore`)).toHaveLength(1);
  });

  it('offers to undo a removal for just under 30 seconds, then shows the empty state', async () => {
    const app = renderScreen('/saved-cards', cardsServer([visa]));
    await app.user.click(await screen.findByRole('button', { name: 'Remove Visa debit •••• 4242' }));
    await screen.findByRole('button', { name: UNDO });
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    expect(screen.queryByRole('button', { name: UNDO })).not.toBeInTheDocument();
    await screen.findByText('No saved cards yet.');
  });

  it('reports that a removal could no longer be undone', async () => {
    const app = renderScreen('/saved-cards', {
      ...cardsServer([visa]),
      [`POST /cards/${visa.id}/restore`]: () => refusal(409, 'card_removed'),
    });
    await app.user.click(await screen.findByRole('button', { name: 'Remove Visa debit •••• 4242' }));
    await app.user.click(await screen.findByRole('button', { name: UNDO }));
    await screen.findByText('This card was removed more than 30 seconds ago. Add it again to use it.');
  });

  it('links from the empty state to the form', async () => {
    const app = renderScreen('/saved-cards', cardsServer([]));
    await screen.findByText('No saved cards yet.');
    await app.user.click(screen.getByRole('button', { name: 'Add a debit card' }));
    expect(screen.getByRole('heading', { name: 'Add a debit card' })).toHaveFocus();
  });

  it('offers a retry when the cards did not load', async () => {
    const app = renderScreen('/saved-cards', { 'GET /cards': () => refusal(404, 'not_found') });
    await screen.findByText('Your cards did not load');
    app.respond(cardsServer([visa]));
    await app.user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('•••• 4242');
  });

  it('names credit cards too where they are accepted', async () => {
    renderScreen('/saved-cards', {
      ...cardsServer([visa]),
      'GET /config': () => json({ ...config, acceptedFunding: ['debit', 'credit'] }),
    });
    await screen.findByRole('heading', { name: 'Add a card' });
    expect(screen.getByText('Debit and credit cards')).toBeVisible();
    await screen.findByText(/A prepaid card is refused/);
  });
});

describe('Adding a card', () => {
  const save = async (app: ReturnType<typeof renderScreen>) =>
    app.user.click(await screen.findByRole('button', { name: 'Save card' }));

  it("sends the frame's token to the server, and makes the card the default on request", async () => {
    const app = renderScreen('/saved-cards', {
      ...cardsServer([visa, mastercard]),
      'POST /cards': () => json(mastercard, 201),
    });
    await frameAnswers({ type: 'flip-card-token', token: 'pm_entered_1' });
    await app.user.click(screen.getByRole('checkbox', { name: 'Make this my default card' }));
    await save(app);
    await screen.findByText('Card saved');
    expect(app.sent('POST /cards')).toMatchObject([{ body: { token: 'pm_entered_1' } }]);
    expect(app.sent(`PATCH /cards/${mastercard.id}`)).toHaveLength(1);
    expect(screen.getByRole('checkbox', { name: 'Make this my default card' })).not.toBeChecked();
  });

  it('leaves errors in the entered card to the fields, and sends nothing', async () => {
    const app = renderScreen('/saved-cards', cardsServer([]));
    await frameAnswers({ type: 'flip-card-error', message: 'Your card number is incomplete.' });
    await save(app);
    await screen.findByRole('button', { name: 'Save card' });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(app.sent('POST /cards')).toEqual([]);
  });

  it('refuses a credit card in place of the fields, with a way to try another', async () => {
    const params = { brand: 'visa', last4: '1881', funding: 'credit', accepted: 'debit' };
    const app = renderScreen('/saved-cards', {
      ...cardsServer([]),
      'POST /cards': () => refusal(422, 'card_not_debit', params),
    });
    await frameAnswers({ type: 'flip-card-token', token: 'pm_entered_2' });
    await save(app);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Only debit cards are accepted.');
    expect(alert).toHaveTextContent(
      'Visa •••• 1881 is a credit card. It was not saved and nothing was charged.',
    );
    expect(screen.queryByTitle('Secure card fields')).not.toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Try another card' }));
    await cardFrame();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each([
    ['check_details', 'The card details did not match. Check them and try again.'],
    ['contact_bank', 'Your bank declined this card. Contact your bank or use another card.'],
    ['try_again', 'Your bank did not confirm the payment. Wait a minute and try again.'],
  ])('explains what helps for a card declined with %s', async (group, text) => {
    const app = renderScreen('/saved-cards', {
      ...cardsServer([]),
      'POST /cards': () => refusal(422, 'card_declined', { group }),
    });
    await frameAnswers({ type: 'flip-card-token', token: 'pm_entered_3' });
    await save(app);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });

  it('keeps the fields when the server did not respond', async () => {
    const app = renderScreen('/saved-cards', { ...cardsServer([]), 'POST /cards': noResponse });
    await frameAnswers({ type: 'flip-card-token', token: 'pm_entered_4' });
    await save(app);
    await screen.findByText('Flip did not respond. Check your connection and try again.');
    await cardFrame();
  });
});

describe('The card fields', () => {
  it("are a named frame from the processor's origin, in the language of the page", async () => {
    renderScreen('/saved-cards', cardsServer([]));
    const { src } = await cardFrame();
    expect(src).toMatch(/^https:\/\/cards\.example\/card-frame\?lang=en/);
  });

  it('show that they are loading until the frame is ready, and adopt its height', async () => {
    renderScreen('/saved-cards', cardsServer([]));
    const frame = await cardFrame();
    expect(frame.parentElement).toHaveAttribute('aria-busy', 'true');
    await frameSays({ type: 'flip-card-ready' });
    expect(frame.parentElement).not.toHaveAttribute('aria-busy');
    await frameSays({ type: 'flip-card-height', height: 312 });
    expect(frame.height).toBe('312');
  });

  it('report slow loading and offer a retry well before the timeout, and can still appear', async () => {
    const app = renderScreen('/saved-cards', cardsServer([]));
    const first = await cardFrame();
    expect(screen.getByText('Loading the card fields...')).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(CARD_FIELDS_SLOW_MS));
    expect(screen.getByText('This is taking longer than usual.')).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await cardFrame()).not.toBe(first);
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(CARD_FIELDS_SLOW_MS));
    await frameSays({ type: 'flip-card-ready' });
    expect(screen.queryByText('This is taking longer than usual.')).not.toBeInTheDocument();
  });

  it('offer a retry when they do not load', async () => {
    const app = renderScreen('/saved-cards', cardsServer([]));
    await cardFrame();
    await act(() => jest.advanceTimersByTimeAsync(CARD_FIELDS_DEADLINE_MS));
    await screen.findByText('The card fields did not load');
    await app.user.click(screen.getByRole('button', { name: 'Retry' }));
    await cardFrame();
  });

  it('ignore messages from another origin (ASVS 3.5.5)', async () => {
    const app = renderScreen('/saved-cards', cardsServer([]));
    await frameSays({ type: 'flip-card-ready' });
    await app.user.click(screen.getByRole('button', { name: 'Save card' }));
    await frameSays({ type: 'flip-card-token', token: 'pm_stolen' }, 'https://elsewhere.example');
    await act(() => jest.advanceTimersByTimeAsync(CARD_FIELDS_DEADLINE_MS));
    await screen.findByText('The card fields are not ready. Try again in a moment.');
    expect(app.sent('POST /cards')).toEqual([]);
  });
});
