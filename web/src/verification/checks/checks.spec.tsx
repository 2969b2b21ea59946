import { screen, waitFor, within } from '@testing-library/react';
import type { CheckDetail, CheckItem } from '@kernel/staff/identity-checks';
import { enterText } from '../../../../test/web/enter-text';
import { ana, json, refusal, renderScreen } from '../../../../test/web/rendered-app';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60_000).toISOString();
const item = (changes: Partial<CheckItem>): CheckItem => ({
  id: '0311aaaa',
  uid: 'luis',
  senderName: 'L•••• H••••',
  status: 'verified',
  list: 'verified',
  isRevoked: false,
  createdAt: hoursAgo(2),
  updatedAt: hoursAgo(1),
  attempt: 1,
  ...changes,
});
const stuck = item({
  id: '0312bbbb',
  senderName: 'I•••• S••••',
  status: 'pending',
  list: 'stuck',
  attempt: 2,
  createdAt: hoursAgo(50),
  updatedAt: hoursAgo(42),
});
const verified = item({});
const detailOf = (of: CheckItem, changes: Partial<CheckDetail> = {}): CheckDetail => ({
  ...of,
  steps: [
    { status: 'submitted', at: of.createdAt, name: null, reason: '' },
    { status: of.status, at: of.updatedAt, name: null, reason: '' },
  ],
  sender: {
    uid: of.uid,
    displayName: of.senderName,
    email: 'l••••@••••.example',
    since: hoursAgo(900),
    states: [],
    verification: of.status === 'verified' ? 'verified' : 'pending',
    requested30Days: '3250.00',
    transfers30Days: 9,
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
  ...changes,
});
const LIST = 'GET /compliance/verifications';
const REVOKE = `POST /compliance/verifications/${verified.id}/revoke`;

function openBoard(
  routes: Parameters<typeof renderScreen>[1] = {},
  { roles = ['sender', 'lead'], query = '' } = {},
) {
  localStorage.setItem('language', 'en');
  return renderScreen(`/compliance/verifications${query}`, {
    'GET /me': () => json({ ...ana, roles: roles as never, hasSecondFactor: true }),
    [LIST]: () => json({ items: [stuck, verified], nextCursor: null }),
    'GET /compliance/verification-counts': () =>
      json({ stuck: 1, in_progress: 0, verified: 1_001, declined: 0, expired: 0 }),
    [`${LIST}/${stuck.id}`]: () => json(detailOf(stuck)),
    [`${LIST}/${verified.id}`]: () => json(detailOf(verified)),
    ...routes,
  });
}

describe('the verification board', () => {
  it('lists checks, the stuck one first and opened, with counts of each list', async () => {
    openBoard();
    const rows = (await screen.findAllByRole('row')).slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('V-0312bb: I') as string,
      expect.stringContaining('V-0311aa') as string,
    ]);
    expect(within(rows[0] as HTMLElement).getByText('2 d')).toBeVisible();
    expect(rows[0]).toHaveAttribute('aria-current', 'true');
    expect(await screen.findByText(/Nothing was heard for 1 d/)).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Stuck 1' })).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'Approved 1,000+' })).toBeInTheDocument();
  });

  it('asks for one list when it is chosen', async () => {
    const { user, calls } = openBoard();
    await user.click(await screen.findByRole('radio', { name: 'Declined' }));
    await waitFor(() => expect(calls.some(({ path }) => path.includes('status=declined'))).toBe(true));
  });

  it('lets a lead revoke with a reason, which is required', async () => {
    let isRevoked = false;
    const steps: CheckDetail['steps'] = [
      { status: 'declined', at: hoursAgo(0), name: 'Irene Vasquez', reason: 'Stolen document' },
    ];
    const { user, sent } = openBoard(
      {
        [REVOKE]: () => {
          isRevoked = true;
          return new Response(null, { status: 204 });
        },
        [`${LIST}/${verified.id}`]: () =>
          json(
            isRevoked
              ? detailOf(item({ status: 'declined', list: 'declined', isRevoked }), { steps })
              : detailOf(verified),
          ),
      },
      { query: `?check=${verified.id}` },
    );
    const button = await screen.findByRole('button', { name: 'Revoke verification' });
    const panel = within(screen.getByRole('region', { name: 'L•••• H••••' }));
    expect(panel.getByText('$1,000 per transfer')).toBeVisible();
    expect(panel.getByRole('link', { name: 'Velocity' })).toHaveAttribute(
      'href',
      '/compliance/cases/case-one',
    );
    await user.click(button);
    expect(screen.getByText('Say why you revoke it.')).toBeVisible();
    expect(sent(REVOKE)).toEqual([]);
    await enterText(user, screen.getByRole('textbox', { name: 'Why revoke it?' }), ' Stolen document ');
    await user.click(button);
    expect(await screen.findByText('Irene Vasquez: Stolen document')).toBeVisible();
    expect(sent(REVOKE).map(({ body }) => body)).toEqual([{ reason: 'Stolen document' }]);
    expect(screen.queryByRole('button', { name: 'Revoke verification' })).not.toBeInTheDocument();
  });

  it('asks for a code when the last one is too old', async () => {
    const { user } = openBoard(
      { [REVOKE]: () => refusal(403, 'step_up_required') },
      { query: `?check=${verified.id}` },
    );
    await enterText(user, await screen.findByRole('textbox', { name: 'Why revoke it?' }), 'Stolen');
    await user.click(screen.getByRole('button', { name: 'Revoke verification' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it.each(['analyst', 'auditor'])('is only read by an %s', async (role) => {
    openBoard({}, { roles: ['sender', role], query: `?check=${verified.id}` });
    expect(await screen.findByText('$1,000 per transfer')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Revoke verification' })).not.toBeInTheDocument();
  });

  it('says when nothing is there, and when it does not load', async () => {
    const { respond, user } = openBoard({ [LIST]: () => refusal(503, 'service_unavailable') });
    expect(await screen.findByText('The checks did not load')).toBeVisible();
    respond({ [LIST]: () => json({ items: [], nextCursor: null }) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No identity check yet')).toBeVisible();
  });
});
