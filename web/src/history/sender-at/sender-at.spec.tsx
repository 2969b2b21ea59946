import { screen, within } from '@testing-library/react';
import type { SenderAt, PastSender } from '@kernel/staff/sender-at';
import { enterText } from '../../../../test/web/enter-text';
import { ana, json, refusal, renderScreen } from '../../../../test/web/rendered-app';

const INSTANT = '2026-11-19T08:10:00.000Z';
const zeros = Array.from({ length: 120 }, () => 0);
const shown: PastSender = {
  profile: {
    ...ana,
    uid: 'carl',
    email: 'c••••@••••.example',
    fullName: 'C•••• B••••',
    displayName: 'C•••• B••••',
    createdAt: '2026-10-21T07:00:00.000Z',
    account: 'active',
    legalHold: false,
    sending: 'active',
    verification: 'pending',
    verificationStatus: 'declined',
    verificationSince: INSTANT,
  },
  allowance: {
    tier: 'unverified',
    weeklyLimit: '250.00',
    used: '205.00',
    sent: '205.00',
    waiting: '0.00',
    freeing: '0.00',
    unpaid: [],
    remaining: '45.00',
    perTransferLimit: '1000.00',
    frees: [],
  },
  transfers: [
    {
      id: '78ac0913-52e4-4f0e-8a38-0d0f3f6f1c03',
      uid: 'carl',
      recipient: 'L•••• M••••',
      platform: 'Apple Pay',
      handle: '+1 ••• ••• ••78',
      amount: '205.00',
      status: 'sent',
      fees: { totalFee: '11.45', total: '216.45', breakdown: { flipFee: '5.00', processingFee: '6.45' } },
      createdAt: '2026-11-17T08:22:00.000Z',
      steps: [],
      card: null,
      cancellable: 'no',
      released: false,
      payment: { state: 'captured', payBy: null },
      payout: 'submitted',
      dispute: 'open',
      isHeld: false,
    },
  ],
  refusals: [
    {
      id: '86665068-52e4-4f0e-8a38-0d0f3f6f1c03',
      amount: '215.00',
      platform: 'Cash App',
      recipient: 'T•••• R••••',
      at: '2026-11-17T15:12:00.000Z',
      reason: 'weekly_limit_exceeded',
    },
  ],
  cards: [
    {
      id: 'card_1',
      brand: 'visa',
      last4: '5556',
      expMonth: 8,
      expYear: 2029,
      funding: 'debit',
      isDefault: true,
      state: 'active',
    },
  ],
  recipients: [],
  cases: [
    {
      id: 'c2897a00-52e4-4f0e-8a38-0d0f3f6f1c03',
      ruleId: 'structuring',
      status: 'open',
      openedAgain: 'reopened',
      assignee: 'robin',
      outcome: null,
      createdAt: INSTANT,
      atRisk: '205.00',
    },
  ],
  holds: [],
};
const at: SenderAt = {
  uid: 'carl',
  reason: 'support:S-1182',
  recordedAt: '2026-11-24T15:31:00.000Z',
  basis: 'recorded',
  instant: INSTANT,
  position: '00000000000000187512',
  place: 29,
  count: 34,
  previous: { position: '00000000000000187500', at: '2026-11-18T08:22:00.000Z' },
  next: { position: '00000000000000187544', at: '2026-11-19T08:22:00.000Z' },
  line: {
    from: '2026-10-21T07:00:00.000Z',
    to: '2026-11-24T15:31:00.000Z',
    sender: zeros,
    verification: zeros,
    transfers: zeros,
    cases: zeros,
  },
  shown,
  differences: [
    { transferId: null, field: 'remaining', recorded: '45.00', happened: '250.00' },
    { transferId: shown.transfers[0]?.id ?? '', field: 'payout', recorded: 'submitted', happened: 'failed' },
  ],
  moved: [
    {
      type: 'PayoutFailed',
      position: '00000000000000187544',
      platform: 'Apple Pay',
      isKept: false,
      subject: shown.transfers[0]?.id ?? '',
      happenedAt: '2026-11-19T07:48:00.000Z',
      recordedAt: '2026-11-19T08:22:00.000Z',
    },
  ],
  cut: { transfers: 0, refusals: 0, cases: false },
};
const PATH = 'GET /compliance/senders/carl/at';
const ADDRESS = '/compliance/senders/carl/at';
const WITH_REASON = `${ADDRESS}?reason=support%3AS-1182`;

function openAt(address: string, answer: () => ReturnType<typeof json> = () => json(at)) {
  localStorage.setItem('language', 'en');
  return renderScreen(address, {
    'GET /me': () => json({ ...ana, roles: ['sender', 'analyst'] as never, hasSecondFactor: true }),
    [PATH]: answer,
  });
}

const lastQuery = (view: ReturnType<typeof openAt>) =>
  Object.fromEntries(new URL(view.sent(PATH).at(-1)?.path ?? '', 'http://flip.example').searchParams);

describe('a sender at an earlier instant', () => {
  it('asks for a reason before anything is read', async () => {
    const view = openAt(ADDRESS);
    expect(await screen.findByRole('heading', { name: 'Why do you look at this?' })).toBeVisible();
    expect(view.sent(PATH)).toEqual([]);
    await enterText(view.user, screen.getByRole('textbox', { name: 'Reference' }), 'S-1182');
    await view.user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('heading', { name: 'C•••• B••••' })).toBeVisible();
    expect(lastQuery(view)).toEqual({ reason: 'support:S-1182', basis: 'recorded' });
  });

  it('shows the sender as they were, and marks what differs as it happened', async () => {
    openAt(WITH_REASON);
    const profile = await screen.findByRole('region', { name: 'Profile' });
    expect(within(profile).getByText('Visa •••• 5556')).toBeVisible();
    expect(within(profile).getByText('Unverified')).toBeVisible();
    expect(screen.getByText('2 values differ as happened.')).toBeVisible();
    expect(screen.getByText(/Apple Pay, Payout failed: happened .* reached Flip/)).toBeVisible();
    const allowance = screen.getByRole('region', { name: 'Allowance' });
    expect(allowance).toHaveTextContent('as happened: $250.00');
    const row = screen.getByRole('row', { name: /78ac0913/ });
    expect(row).toHaveTextContent('disputed, payout requested');
    expect(row).toHaveTextContent('as happened: not delivered');
    expect(screen.getByRole('row', { name: /86665068/ })).toHaveTextContent('Refused, weekly limit');
    const found = screen.getByRole('link', { name: 'C-c2897a00' });
    expect(found.closest('li')).toHaveTextContent('Reopened');
    expect(screen.getByRole('link', { name: 'Replay transfer 78ac0913' })).toHaveAttribute(
      'href',
      expect.stringContaining('reason=support%3AS-1182'),
    );
  });

  it('moves from event to event, to a pasted position and to the other basis', async () => {
    const view = openAt(WITH_REASON);
    await view.user.click(await screen.findByRole('button', { name: 'Next event' }));
    expect(lastQuery(view)).toMatchObject({ position: at.next?.position, basis: 'recorded' });
    await view.user.keyboard('h');
    expect(lastQuery(view)).toMatchObject({ position: at.previous?.position });
    const position = screen.getByRole('textbox', { name: 'Position' });
    await view.user.clear(position);
    await view.user.type(position, 'x');
    await view.user.click(screen.getByRole('button', { name: 'Show' }));
    expect(screen.getByText('Enter the digits of a position.')).toBeVisible();
    await view.user.clear(position);
    await view.user.type(position, '187 544{Enter}');
    expect(lastQuery(view)).toMatchObject({ position: '187 544' });
    await view.user.clear(position);
    await enterText(view.user, position, '\u202d187\u00a0500\u202c');
    await view.user.keyboard('{Enter}');
    expect(lastQuery(view)).toMatchObject({ position: '187 500' });
    await view.user.click(screen.getByRole('radio', { name: 'As happened' }));
    expect(lastQuery(view)).toEqual({ reason: 'support:S-1182', basis: 'happened', instant: INSTANT });
  });

  it('says that there was no account yet', async () => {
    openAt(WITH_REASON, () => json({ ...at, shown: null }));
    expect(await screen.findByText('This sender had no account yet.')).toBeVisible();
  });

  it('says that there is nothing to show for this reason, and asks for another', async () => {
    const view = openAt(WITH_REASON, () => refusal(404, 'not_found'));
    await view.user.click(await screen.findByRole('button', { name: 'Use another reason' }));
    expect(await screen.findByRole('heading', { name: 'Why do you look at this?' })).toBeVisible();
  });

  it('says that it did not load', async () => {
    openAt(WITH_REASON, () => refusal(503, 'service_unavailable'));
    expect(await screen.findByText('The sender did not load')).toBeVisible();
  });
});
