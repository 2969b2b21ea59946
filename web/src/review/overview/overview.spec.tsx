import { screen, waitFor, within } from '@testing-library/react';
import type { Overview } from '@kernel/staff/overview';
import type { RuleItem, RuleStatus } from '@kernel/staff/rule-views';
import { waiting } from '../../../../test/web/desk';
import { ana, json, refusal, renderApp, renderScreen } from '../../../../test/web/rendered-app';

const now = Date.now();
const DAY = 24 * 60 * 60_000;
const at = (days: number) => new Date(now + days * DAY).toISOString();
const today = at(0).slice(0, 10);

const figures: Overview = {
  asOf: at(0),
  days: 30,
  open: 1_001,
  unassigned: 5,
  overdue: 3,
  longestOverdueAt: at(-9),
  dueSoon: 2,
  dueSoonElsewhere: 0,
  nextDueAt: at(1),
  proposed: 2,
  oldestProposedAt: at(-3),
  isCut: false,
  medianDays: 8.5,
  medianDaysBefore: 10.5,
  reports: 1,
  ages: [
    { overDays: 0, toDays: 5, count: 1_001 },
    { overDays: 25, toDays: 30, count: 2 },
    { overDays: 30, toDays: null, count: 1 },
  ],
  alerts: [
    { day: today, ruleId: 'velocity', count: 3 },
    { day: today, ruleId: 'structuring', count: 4 },
  ],
  outcomes: [{ ruleId: 'structuring', closed: 17, suspicious: 7, falseMatches: 2 }],
  weeks: [{ from: today, closed: 3, medianDays: 8.5 }],
  nextReports: [{ id: 'ff3eb0aa-case', senderName: 'C•••• B••••', dueAt: at(9.5) }],
  reportsFiled: 8,
  payouts: {
    count: 2,
    isCut: false,
    total: '2063.00',
    lateAfterMinutes: 30,
    since: [new Date(now - 42 * 60_000).toISOString(), new Date(now - 5 * 60_000).toISOString()],
  },
};
const PATH = 'GET /compliance/overview';

function openOverview(
  routes: Parameters<typeof renderScreen>[1] = {},
  roles = ['sender', 'lead'],
  render = renderScreen,
) {
  localStorage.setItem('language', 'en');
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 180));
  return render('/compliance', {
    'GET /me': () => json({ ...ana, roles: roles as never, hasSecondFactor: true }),
    [PATH]: () => json(figures),
    'GET /compliance/ledger': () => json({ days: [] }),
    'GET /compliance/payouts': () =>
      json({ items: [waiting, { ...waiting, transferId: 't-2', kind: 'dispute' }] }),
    ...routes,
  });
}

describe('the overview', () => {
  it('says which rules are paused until they are active again', async () => {
    const rule = (id: string, status: RuleStatus) => ({ id, name: id, status }) as RuleItem;
    const items = [rule('velocity', 'active'), rule('structuring', 'paused')];
    openOverview({ 'GET /compliance/rules': () => json({ items, nextCursor: null }) });
    const notice = within(await screen.findByRole('note'));
    expect(notice.getByText('A rule is paused: it alerts on nothing')).toBeVisible();
    const links = notice.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/compliance/rules/structuring']);
  });

  it('shows what waits, each figure with the list behind it', async () => {
    openOverview();
    const tiles = within(await screen.findByRole('list', { name: 'What waits' }));
    for (const [name, href] of [
      ['Open cases 1,000+', '/compliance/cases'],
      ['Due within 5 days 2', '/compliance/cases'],
      ['Waiting for approval 2', '/compliance/cases?show=proposed'],
      ['Reports due 1', '/compliance/cases?show=reports'],
      ['Payouts waiting 2', '/compliance/payouts'],
    ] as const)
      expect(tiles.getByRole('link', { name })).toHaveAttribute('href', href);
    expect(tiles.getByText('5 with nobody')).toBeVisible();
    expect(tiles.getByText('1 later than 30 min')).toBeVisible();
    // The desk's badge counts what can be done, which is not all that waits.
    expect(await screen.findByText('2 payouts, $2,063.00 · 1 task to do')).toBeVisible();
    expect(screen.getByRole('link', { name: 'C-ff3eb0aa' })).toHaveAttribute(
      'href',
      '/compliance/cases/ff3eb0aa-case',
    );
  });

  it('has its charts as tables and lists for who cannot see them', async () => {
    openOverview();
    const alerts = within(await screen.findByRole('table', { name: 'Alerts per day' }));
    const [head, row] = alerts.getAllByRole('row');
    expect([...(head?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      ...['Day', 'Structuring', 'Velocity'],
    ]);
    expect([...(row?.children ?? [])].slice(1).map(({ textContent }) => textContent)).toEqual(['4', '3']);
    const weeks = within(screen.getByRole('table', { name: 'Median days to close' }));
    expect(weeks.getByRole('cell', { name: '8.5' })).toBeInTheDocument();
    const ages = within(screen.getByRole('list', { name: 'Open cases by age in days' }));
    expect(ages.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      ...['1,000+0–5', '226–30', '130+'],
    ]);
    expect(screen.getByText('41%')).toBeVisible();
    expect(screen.getByText('7 of 17')).toBeVisible();
    expect(screen.getByText('False matches: Structuring 2.')).toBeVisible();
  });

  it('asks for another period when one is chosen', async () => {
    const { user, calls } = openOverview();
    await user.click(await screen.findByRole('radio', { name: '90 days' }));
    await waitFor(() =>
      expect(calls.some(({ path }) => path.endsWith('/compliance/overview?days=90'))).toBe(true),
    );
    expect(window.location.search).toBe('?days=90');
  });

  it('reports when it does not load, and loads again', async () => {
    const { user, respond } = openOverview({ [PATH]: () => refusal(503, 'service_unavailable') });
    expect(await screen.findByText('The overview did not load')).toBeVisible();
    respond({ [PATH]: () => json(figures) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('list', { name: 'What waits' })).toBeVisible();
  });

  it('is not for operators, who land on the payout desk', async () => {
    openOverview({}, ['sender', 'operator'], renderApp);
    await waitFor(() => expect(window.location.pathname).toBe('/compliance/payouts'));
  });
});
