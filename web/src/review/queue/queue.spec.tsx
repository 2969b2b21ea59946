import { act, screen, waitFor, within } from '@testing-library/react';
import type { CaseItem } from '@kernel/staff/compliance';
import { enterText } from '../../../../test/web/enter-text';
import { FakeEventSource } from '../../../../test/web/fake-event-source';
import { ana, json, renderScreen } from '../../../../test/web/rendered-app';

const found = (id: string, changes: Partial<CaseItem> = {}): CaseItem => ({
  id,
  number: `C-${id}`,
  uid: 'sender-uid',
  senderName: 'C•••• B••••',
  transactionId: 't-1',
  alert: { reason: 'velocity', txs: ['t-1'] },
  txCount: 3,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  reviewed: false,
  status: 'open',
  openedAgain: null,
  assignee: null,
  assigneeName: null,
  leftBy: null,
  snoozedUntil: null,
  ruleId: 'velocity',
  ruleVersion: 1,
  outcome: null,
  note: null,
  reviewedBy: null,
  reviewedAt: null,
  pause: false,
  reportDueAt: null,
  reportFiledAt: null,
  dueAt: '2026-12-20T12:00:00.000Z',
  atRisk: '60.00',
  atRiskCents: 6_000,
  attempted: '60.00',
  ...changes,
});
const first = found('aaaaaa01');
const second = found('bbbbbb02', { assignee: 'irene', assigneeName: 'Irene Vogel' });
const counts = { open: 2, mine: 0, proposed: 1_001, snoozed: 0, reports: 0, closed: 7 };
const rules = ['velocity', 'structuring', 'over-maximum', 'gift-cards'].map((id) => ({
  id,
  name: `Rule ${id}`,
}));
const page = (...items: readonly CaseItem[]) => ({ items, nextCursor: null, cut: false });

function openQueue(routes: Parameters<typeof renderScreen>[1] = {}, search = '') {
  return renderScreen(`/compliance/cases${search}`, {
    'GET /me': () => json({ ...ana, roles: ['sender', 'analyst'], hasSecondFactor: true }),
    'GET /compliance/case-counts': () => json(counts),
    'GET /compliance/case-assignees': () => json({ items: [{ uid: 'irene', name: 'Irene Vogel' }] }),
    'GET /compliance/cases': () => json(page(first, second)),
    'GET /compliance/payouts': () => json({ items: [], more: false }),
    'GET /compliance/rules': () => json({ items: rules, nextCursor: null }),
    ...routes,
  });
}
/** What was requested last of the list, without the page's size. */
const query = (app: ReturnType<typeof openQueue>) =>
  app.sent('GET /compliance/cases').at(-1)?.path.replace(/^.*\?/, '').replace('&limit=20', '');

describe('the queue', () => {
  it('shows cases with masked senders, and marks those of one sender', async () => {
    openQueue();
    const row = await screen.findByRole('row', { name: /C-bbbbbb/ });
    expect(row).toHaveTextContent('C•••• B••••, C-bbbbbb022 cases');
    expect(row).toHaveTextContent('Velocity, 3 attempts');
    expect(row).toHaveTextContent('$60.00');
    expect(row).toHaveTextContent('Irene Vogel');
    expect(within(row).getByRole('link')).toHaveAttribute('href', '/compliance/cases/bbbbbb02');
  });

  it('shows a case of somebody who has left as nobody’s', async () => {
    openQueue({ 'GET /compliance/cases': () => json(page(found('aaaaaa01', { leftBy: 'Lea Stone' }))) });
    expect(await screen.findByRole('row', { name: /C-aaaaaa/ })).toHaveTextContent('Nobody: Lea Stone left');
  });

  it('has lists with their counts, and keeps the chosen one in the address', async () => {
    const app = openQueue();
    const lists = await screen.findByRole('navigation', { name: 'Show' });
    await waitFor(() => {
      expect(
        within(lists)
          .getAllByRole('link')
          .map(({ textContent }) => textContent),
      ).toEqual([...['Open2', 'Mine0', 'Needs approval1,000+', 'Snoozed0', 'Reports due0', 'Closed7']]);
    });
    await app.user.click(within(lists).getByRole('link', { name: /^Closed/ }));
    await waitFor(() => {
      expect(query(app)).toBe('status=closed');
    });
    expect(within(lists).getByRole('link', { current: 'page' })).toHaveTextContent('Closed');
  });

  it('narrows and orders a list, and shows all of it again', async () => {
    const app = openQueue({
      'GET /compliance/cases': ({ path }) => json(path.includes('rule=') ? page() : page(first)),
    });
    const choose = async (field: string, option: string) => {
      await app.user.click(await screen.findByRole('combobox', { name: field }));
      await app.user.click(await screen.findByRole('option', { name: option, hidden: true }));
    };
    await choose('Order', 'Most at risk');
    await choose('Assignee', 'Irene Vogel');
    await choose('At risk', '$500.00 or more');
    await choose('Rule', 'Structuring');
    await waitFor(() => {
      expect(query(app)).toBe('status=open&rule=structuring&assignee=irene&minAtRisk=500.00&sort=atRisk');
    });
    expect(await screen.findByText('No case matches.')).toBeVisible();
    await app.user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByRole('row', { name: /C-aaaaaa/ })).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Rule' })).toHaveValue('All rules');
  });

  it('finds a case by its number, and says what a number is', async () => {
    const app = openQueue();
    const field = await screen.findByRole('searchbox', { name: 'Case number' });
    await enterText(app.user, field, 'c-BBBB');
    expect(await screen.findByText(/^A case number has eight/)).toBeVisible();
    await app.user.type(field, 'bb02');
    await waitFor(() => {
      expect(query(app)).toBe('number=C-bbbbbb02');
    });
  });

  it('says when only a part of the list was searched, and searches further', async () => {
    const app = openQueue({
      'GET /compliance/cases': ({ path }) =>
        json(path.includes('cursor') ? page(second) : { items: [first], nextCursor: 'next', cut: true }),
    });
    expect(await screen.findByText('1 case shown · only part of the list was searched')).toBeVisible();
    await app.user.click(screen.getByRole('button', { name: 'Search further' }));
    expect(await screen.findByText('2 cases shown')).toBeVisible();
  });

  it('lists the rules that people drafted among those to choose', async () => {
    const app = openQueue();
    await app.user.click(await screen.findByRole('combobox', { name: 'Rule' }));
    await app.user.click(await screen.findByRole('option', { name: 'Rule gift-cards', hidden: true }));
    await waitFor(() => {
      expect(query(app)).toBe('status=open&rule=gift-cards');
    });
  });

  it('moves no row for a new case, says that there is one, and shows it when asked', async () => {
    let items = [second];
    const app = openQueue({ 'GET /compliance/cases': () => json(page(...items)) });
    await screen.findByRole('row', { name: /C-bbbbbb/ });
    items = [first, second];
    act(() => FakeEventSource.connected.at(-1)?.tell(['cases']));
    const show = await screen.findByRole('button', { name: /1 new case. Show it/ });
    expect(screen.queryByRole('row', { name: /C-aaaaaa/ })).not.toBeInTheDocument();
    expect(show.closest('[role=status]')).not.toBeNull();
    await app.user.keyboard('n');
    expect(await screen.findByRole('row', { name: /C-aaaaaa/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: /new case/ })).not.toBeInTheDocument();
  });

  it('says of a case that a lead returned or reopened it', async () => {
    openQueue({
      'GET /compliance/cases': () =>
        json(page({ ...first, openedAgain: 'returned' }, { ...second, openedAgain: 'reopened' })),
    });
    expect(await screen.findByRole('row', { name: /C-aaaaaa/ })).toHaveTextContent('Returned');
    expect(screen.getByRole('row', { name: /C-bbbbbb/ })).toHaveTextContent('Reopened');
  });

  it('is walked with j and k, and Enter opens the next case from the page', async () => {
    const { user } = openQueue();
    await screen.findByRole('row', { name: /C-aaaaaa/ });
    await user.keyboard('j');
    expect(screen.getByRole('link', { name: /C-aaaaaa/ })).toHaveFocus();
    await user.keyboard('jk');
    expect(screen.getByRole('link', { name: /C-aaaaaa/ })).toHaveFocus();
    expect(screen.getByRole('link', { name: /^Next case/ })).toHaveAttribute(
      'href',
      '/compliance/cases/aaaaaa01',
    );
  });

  it.each([
    ['', 'Nothing to review.'],
    ['?show=mine', 'You are not working on any case.'],
    ['?show=reports', 'No report is due.'],
  ])('%s says what is missing', async (search, text) => {
    openQueue({ 'GET /compliance/cases': () => json(page()) }, search);
    expect(await screen.findByText(text)).toBeVisible();
  });
});
