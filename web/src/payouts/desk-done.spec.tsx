import { screen, within } from '@testing-library/react';
import type { DeskTask } from '@kernel/money/payouts';
import { claimed, deskOf } from '../../../test/web/desk';
import { ana, json, refusal, renderScreen, type Responses } from '../../../test/web/rendered-app';

/** The desk of an operator: its open tasks, and those that the operator ended. */
function openDesk({ open = [], mine = [], routes = {} }: Partial<Lists> = {}) {
  return renderScreen('/compliance/payouts', {
    'GET /me': () => json({ ...ana, roles: ['sender', 'operator'], hasSecondFactor: true }),
    'GET /compliance/payouts': ({ path }) => json(deskOf(...(path.includes('state=mine') ? mine : open))),
    'GET /compliance/ledger': () => json({ days: [] }),
    'GET /compliance/strays': () => json({ items: [] }),
    'GET /compliance/cases': () => json({ items: [], nextCursor: null }),
    [`GET /compliance/payouts/${claimed.transferId}`]: () => refusal(404, 'not_found'),
    ...routes,
  });
}

interface Lists {
  readonly open: DeskTask[];
  readonly mine: DeskTask[];
  readonly routes: Responses;
}

it('shows what its reader ended today, with the sum and how long it took', async () => {
  const since = new Date().toISOString();
  const done = { ...claimed, kind: 'done', doneAs: 'outcome', outcome: 'delivered', since } as const;
  const paid = { ...done, claimedAt: new Date(Date.parse(since) - 11 * 60_000).toISOString() };
  const agreed = {
    ...done,
    transferId: 'b718c0de-0000-4000-8000-000000000002',
    amount: '600.00',
    ...({
      platform: 'Chime',
      doneAs: 'second_person',
      operator: { id: 'omar', name: 'Omar Ortiz' },
    } as const),
  };
  const before = {
    ...done,
    transferId: 'b718c0de-0000-4000-8000-000000000003',
    since: '2026-11-21T09:30:00.000Z',
  };
  const app = openDesk({ mine: [paid, agreed, before] });
  const title = await screen.findByText('Done by you today');
  expect(title.closest('tr')).toHaveTextContent('Done by you today 2$920.00, median 11 min');
  const links = within(title.closest('table') as HTMLElement).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Zelle: Delivered',
    'Chime: Agreed with Omar Ortiz',
  ]);
  await app.user.click(links[0] as HTMLElement);
  expect(await screen.findByRole('heading', { name: 'Zelle' })).toHaveFocus();
});

it('shows the recipient by the key r, once', async () => {
  const reveal = `POST /compliance/payouts/${claimed.transferId}/reveal`;
  const app = openDesk({
    open: [claimed],
    routes: { [reveal]: () => json({ recipient: 'Zoe Weber', handle: 'zoe@people.example', note: '' }) },
  });
  const button = await screen.findByRole('button', { name: 'Show recipient and handle' });
  expect(button).toHaveAttribute('aria-keyshortcuts', 'r');
  await app.user.keyboard('r');
  expect(await screen.findByText('zoe@people.example')).toBeVisible();
  await app.user.keyboard('r');
  expect(app.sent(reveal)).toHaveLength(1);
});
