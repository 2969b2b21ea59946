import { screen, within } from '@testing-library/react';
import type { FindResult } from '@kernel/staff/find';
import { enterText } from '../../../../test/web/enter-text';
import { ana, json, refusal, renderApp } from '../../../../test/web/rendered-app';

const found: FindResult = {
  by: 'handle',
  senders: [
    {
      uid: 'carl',
      displayName: 'C•••• B••••',
      email: 'c••••@••••.example',
      verification: 'unverified',
      states: ['closed', 'legal_hold'],
      since: '2026-10-21T09:15:00.000Z',
      requested30Days: '205.00',
      transfers30Days: 4,
      cases: [
        {
          id: 'case-one',
          reviewed: false,
          ruleId: 'velocity',
          outcome: null,
          createdAt: '2026-11-20T12:00:00.000Z',
          atRisk: '60.00',
        },
      ],
    },
  ],
  hadEmail: ['carl'],
  transfers: [
    {
      id: '78ac0913-52e4-4f0e-8a38-0d0f3f6f1c03',
      uid: 'carl',
      displayName: 'C•••• B••••',
      recipient: 'L•••• M••••',
      platform: 'Apple Pay',
      handle: '+1 ••• ••• ••78',
      amount: '205.00',
      createdAt: '2026-11-17T03:22:00.000Z',
      status: 'refunding',
    },
  ],
  cut: false,
};
const PATH = 'POST /compliance/find';

function openFind(routes: Parameters<typeof renderApp>[1] = {}, roles = ['sender', 'analyst']) {
  localStorage.setItem('language', 'en');
  return renderApp('/compliance/find', {
    'GET /me': () => json({ ...ana, roles: roles as never, hasSecondFactor: true }),
    [PATH]: () => json(found),
    ...routes,
  });
}

async function search(user: ReturnType<typeof openFind>['user'], value: string, reference = 'S-1182') {
  await user.click(await screen.findByRole('combobox', { name: 'Find by' }));
  await user.click(await screen.findByRole('option', { name: 'Handle', hidden: true }));
  await enterText(user, screen.getByRole('textbox', { name: 'Handle' }), value);
  await enterText(user, screen.getByRole('textbox', { name: 'Reference' }), reference);
  await user.click(screen.getByRole('button', { name: 'Find' }));
}

describe('finding a sender or a transfer', () => {
  it('needs a value and a reason, and shows masked senders and transfers with the ways on', async () => {
    const { user, sent } = openFind();
    expect(await screen.findByText('Nothing searched yet')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Find' }));
    expect(screen.getByText('Enter what you look for.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveFocus();
    expect(sent(PATH)).toEqual([]);
    await search(user, '+1 336 555 0178');
    expect(await screen.findByRole('heading', { name: '1 sender sent to this handle' })).toBeVisible();
    expect(sent(PATH).map(({ body }) => body)).toEqual([
      { by: 'handle', value: '+1 336 555 0178', reason: 'support:S-1182' },
    ]);
    expect(screen.getByRole('link', { name: 'Velocity (open)' })).toHaveAttribute(
      'href',
      '/compliance/cases/case-one',
    );
    expect(screen.getByRole('link', { name: 'Replay the history of C•••• B••••' })).toHaveAttribute(
      'href',
      '/compliance/replay/senders/carl?reason=support%3AS-1182',
    );
    const [, row] = within(screen.getByRole('table')).getAllByRole('row');
    for (const text of ['78ac0913C•••• B••••', 'L•••• M••••', 'Apple Pay', '$205.00Refunding'])
      expect(row).toHaveTextContent(text);
    for (const field of ['Recipient', 'Handle'])
      expect(within(row as HTMLElement).getByRole('button', { name: `Show: ${field}` })).toBeVisible();
    for (const state of ['Earlier e-mail', 'Closed', 'Legal hold'])
      expect(screen.getByText(state)).toBeVisible();
    for (const field of ['Name', 'E-mail'])
      expect(screen.getByRole('button', { name: `Show: ${field}` })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Replay transfer 78ac0913' })).toHaveAttribute(
      'href',
      '/compliance/replay/transfers/78ac0913-52e4-4f0e-8a38-0d0f3f6f1c03?reason=support%3AS-1182',
    );
  });

  it('takes a value and a reference as they are pasted', async () => {
    const { user, sent } = openFind();
    await search(user, '\u2068maya@\u200bmail.example\u2069', '\u202dS\u2011\u200b1182 \u202c');
    expect(await screen.findByRole('heading', { name: '1 sender sent to this handle' })).toBeVisible();
    expect(sent(PATH).map(({ body }) => body)).toEqual([
      { by: 'handle', value: 'maya@mail.example', reason: 'support:S-1182' },
    ]);
  });

  it('says that nothing matches, and can be tried again after a failure', async () => {
    const { user, respond } = openFind({ [PATH]: () => refusal(503, 'service_unavailable') });
    await search(user, '$nobody');
    expect(await screen.findByText('The search did not run')).toBeVisible();
    respond({ [PATH]: () => json({ ...found, senders: [], transfers: [] }) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findAllByText('Nothing has this value.')).not.toEqual([]);
    expect(screen.getByText(/^Only the whole value matches/)).toBeVisible();
  });

  it('is in the navigation of those who may read histories, and of nobody else', async () => {
    openFind();
    const nav = (await screen.findAllByRole('navigation', { name: 'Main' }))[0];
    expect(nav && within(nav).getByRole('link', { name: 'Find' })).toHaveAttribute(
      'href',
      '/compliance/find',
    );
  });

  it('leads an operator to the payout desk', async () => {
    openFind({}, ['sender', 'operator']);
    expect(await screen.findByRole('heading', { level: 1, name: 'Payout desk' })).toBeVisible();
  });
});
