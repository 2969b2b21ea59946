import { v5 } from 'uuid';
import { act, screen, waitFor, within } from '@testing-library/react';
import { enterText } from '../../../../test/web/enter-text';
import {
  allowance,
  ana,
  json,
  noResponse,
  overview,
  refusal,
  renderApp,
  schedule,
  transferOf,
  visa,
  type Responses,
  type SeenCall,
} from '../../../../test/web/rendered-app';
import type { Transaction } from '@kernel/money/transfers';
import { storageKeys } from '../../lib/api/keys';
import { addOptimisticTransfer, optimisticTransfers } from '../../transfers/payment/payment-storage';
import { NOT_SENT_AFTER_MS } from '../../transfers/payment/use-payment-check';
import { newPayment, pickDraft } from '../../transfers/payment/pending-payment';
import { storedQuickSend, storeQuickSend } from '../../transfers/quick-send/quick-send-draft';
import { valuesOf } from '../../transfers/quick-send/quick-send-rules';

const list = (count: number) => () =>
  json({
    items: Array.from({ length: count }, (_, index) =>
      transferOf({
        id: `t-${String(index)}`,
        recipient: `Person ${String(index)}`,
        handle: `$p${String(index)}`,
      }),
    ),
    nextCursor: null,
  });

const payment = newPayment(ana.uid, pickDraft(transferOf()), 'card-3pct-plus-30c');
/** The transfer that this payment becomes. */
const accepted = transferOf({ id: v5(payment.key, ana.uid) });

const onceAccepted: Responses = {
  'GET /transfers': () => json({ items: [accepted], nextCursor: null }),
  [`GET /transfers/${accepted.id}`]: () => json(accepted),
};

/** What this tab notices of a change that another one made. */
function changeInAnotherTab(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
  });
}

const open = (responses: Responses = {}) => renderApp('/dashboard', responses);
const region = (name: string) => screen.findByRole('region', { name });

describe('The dashboard', () => {
  it('shows what remains in the specified words', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Welcome, Ana' })).toBeInTheDocument();
    const box = await region('Remaining this week');
    await within(box).findByText(/120.00 sent/);
    expect(box).toHaveTextContent(
      'You have $130.00 remaining of your $250 weekly sending limit. Get verified to increase this limit.',
    );
    expect(within(box).getByRole('link', { name: 'Get verified' })).toHaveAttribute('href', '/verification');
  });

  it('never calls sent what waits for payment', async () => {
    const unpaid = [{ id: 'unpaid', amount: '50.00', until: '2026-11-20T12:30:00.000Z' }];
    open({
      'GET /allowance': () =>
        json({ ...allowance, used: '170.00', waiting: '50.00', remaining: '80.00', unpaid }),
    });
    const box = await region('Remaining this week');
    expect(await within(box).findByText('$120.00 sent')).toBeVisible();
    expect(within(box).getByText(/^\$50\.00 waiting for payment until \d+:30/)).toBeVisible();
    expect(box).toHaveTextContent('If you do not pay it, it comes back then.');
  });

  it('does not ask a verified sender to get verified', async () => {
    open({
      'GET /me': () => json({ ...ana, verification: 'verified' }),
      'GET /allowance': () => json({ ...allowance, tier: 'verified', weeklyLimit: null, remaining: null }),
    });
    expect(await screen.findByText('No weekly limit')).toBeInTheDocument();
    expect(screen.queryByText(/weekly sending limit/)).not.toBeInTheDocument();
  });

  it('shows a verified sender what was sent this month and the last, and the fees of the year', async () => {
    const now = new Date();
    const total = ({ path }: SeenCall) => {
      const from = new Date(new URLSearchParams(path.split('?')[1]).get('from') ?? '');
      const to = new Date(new URLSearchParams(path.split('?')[1]).get('to') ?? '');
      const year = to.getTime() - from.getTime() > 40 * 24 * 3_600_000;
      const current = from.getMonth() === now.getMonth();
      const sums = year ? ['780.00', '172.40'] : current ? ['470.00', '20.00'] : ['305.00', '10.00'];
      return json({ count: 3, sent: sums[0], fees: sums[1], since: null, complete: true });
    };
    open({
      'GET /me': () => json({ ...ana, verification: 'verified' }),
      'GET /allowance': () => json({ ...allowance, tier: 'verified', weeklyLimit: null, remaining: null }),
      'GET /transfers/total': total,
    });
    const sent = await region('You can send');
    expect(await within(sent).findByText('$172.40')).toBeVisible();
    expect(within(sent).getByText('$470.00')).toBeVisible();
    expect(within(sent).getByText('$305.00')).toBeVisible();
    expect(within(sent).getByText(`Fees in ${String(now.getFullYear())}`)).toBeVisible();
    // The limit is said once.
    expect(screen.queryByText(/You can send up to/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Verified' })).toHaveAttribute('href', '/verification');
  });

  describe('next to what a verified sender can send', () => {
    const step = (name: 'captured' | 'delivered') => ({ step: name, at: new Date().toISOString() });
    const paidNow = { state: 'captured' as const, payBy: null };
    const delivered = transferOf({
      id: 'old',
      status: 'delivered',
      recipient: 'Leo Marsh',
      steps: [step('captured'), step('delivered')],
    });
    const openWith = (...items: Transaction[]) =>
      open({
        'GET /me': () => json({ ...ana, verification: 'verified' }),
        'GET /transfers': () => json({ items, nextCursor: null }),
      });

    it('shows the progress of the newest open transfer', async () => {
      openWith(
        transferOf({ id: 'new', recipient: 'Kim Tran', payment: paidNow, steps: [step('captured')] }),
        delivered,
      );
      const card = await region('On its way');
      const link = within(card).getByRole('link', { name: /^Kim Tran.*Paid, usually there by/ });
      expect(link).toHaveAttribute('href', '/transactions/new');
    });

    it('shows up to three of them, counts the others, and adds all up', async () => {
      openWith(
        ...['a', 'b', 'c', 'd'].map((id) =>
          transferOf({ id, recipient: `Person ${id}`, amount: '20.00', steps: [step('captured')] }),
        ),
      );
      const card = await region('On its way');
      expect(within(card).getAllByRole('listitem')).toHaveLength(3);
      expect(card).toHaveTextContent('$80.00');
      expect(within(card).getByRole('link', { name: '1 more on its way' })).toBeVisible();
    });

    it('says so when one takes longer than usual', async () => {
      const paid = { step: 'captured' as const, at: new Date(Date.now() - 3 * 3_600_000).toISOString() };
      openWith(transferOf({ id: 'late', payment: paidNow, steps: [paid] }));
      expect(await region('On its way')).toHaveTextContent('Later than usual. We are looking at it.');
    });

    it('shows nothing when none is open', async () => {
      openWith(delivered);
      await screen.findByRole('link', { name: /Leo Marsh/ });
      expect(screen.queryByRole('region', { name: 'On its way' })).toBeNull();
    });
  });

  it('shows the five latest transfers with their platform, and a link to all', async () => {
    open({ 'GET /transfers': list(12) });
    const recent = await region('Recent transfers');
    await waitFor(() => {
      expect(within(recent).getAllByText(/via Cash App/)).toHaveLength(5);
    });
    expect(within(recent).getByRole('link', { name: 'All transactions' })).toHaveAttribute(
      'href',
      '/transactions',
    );
  });

  it('has an empty state, which focuses the form', async () => {
    const { user } = open();
    await screen.findByText('No recent transactions.');
    await screen.findByLabelText('Recipient name');
    await user.click(screen.getByRole('button', { name: 'Send Money' }));
    expect(screen.getByLabelText('Recipient name')).toHaveFocus();
  });

  it('shows a payment without a response, which links to its review', async () => {
    addOptimisticTransfer(payment);
    const { user } = open({ [`GET /transfers/${accepted.id}`]: noResponse });
    await user.click(await screen.findByRole('link', { name: /Maya Okafor.*Confirming/ }));
    expect(await screen.findByText('We do not know yet whether this went through')).toBeInTheDocument();
  });

  it('links from the middle of the bottom bar to the form, which keeps its input', async () => {
    const { user } = open();
    await enterText(user, await screen.findByLabelText('Recipient name'), 'Maya');
    const send = screen.getByRole('link', { name: 'Send Money' });
    // Five items fit on a phone when this one is short.
    expect(send).toHaveTextContent(/^Send$/);
    await user.click(send);
    expect(await screen.findByLabelText('Recipient name')).toHaveValue('Maya');
    expect(screen.getByRole('heading', { name: 'Quick Send' })).toHaveFocus();
  });

  it('shows a verified sender no weekly limit heading while it loads', async () => {
    open({
      'GET /me': () => json({ ...ana, verification: 'verified' }),
      'GET /allowance': () => new Promise<Response>(() => undefined),
    });
    expect(await region('You can send')).toBeInTheDocument();
  });

  it.each([
    ['continue', /Continue where you left off/],
    ['wait', /Your documents are being checked/],
    ['retry', /did not succeed. You can try again/],
    ['restart', /expired before it was finished/],
    ['support', /you have no attempts left/],
  ])('has a separate text for a verification whose next step is %s', async (next, words) => {
    open({
      'GET /me': () => json({ ...ana, verification: 'pending' }),
      'GET /verification': () => json({ ...overview, badge: 'pending', next }),
    });
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  it("names the deployment's weekly limit of verified senders", async () => {
    open({ 'GET /fees/schedule': () => json({ ...schedule, verifiedWeeklyLimit: '5000.00' }) });
    expect(await screen.findByText(/in total up to \$5,000 in seven days/)).toBeInTheDocument();
  });

  it('detects that a payment was accepted, and lists it once', async () => {
    addOptimisticTransfer(payment);
    open(onceAccepted);
    expect(await screen.findAllByRole('link', { name: /Maya Okafor/ })).toHaveLength(1);
    expect(screen.getByRole('link', { name: /Maya Okafor.*Processing/ })).toBeInTheDocument();
    await waitFor(() => {
      expect(optimisticTransfers(ana.uid)).toEqual([]);
    });
  });

  it('clears Quick Send when the payment it still shows turns out to be accepted', async () => {
    storeQuickSend(ana.uid, valuesOf(pickDraft(accepted)));
    addOptimisticTransfer(payment);
    const app = open({ [`GET /transfers/${accepted.id}`]: noResponse });
    expect(await screen.findByRole('button', { name: 'Change Maya Okafor' })).toBeVisible();
    app.respond(onceAccepted);
    await screen.findByRole('link', { name: /Maya Okafor.*Processing/ });
    await waitFor(() => {
      expect(screen.getByLabelText('Amount')).toHaveValue('');
    });
    expect(screen.queryByRole('button', { name: 'Change Maya Okafor' })).toBeNull();
    expect(storedQuickSend(ana.uid)).toBeNull();
  });

  it('keeps input entered since the accepted payment', async () => {
    storeQuickSend(ana.uid, valuesOf({ ...pickDraft(accepted), amount: '15.00' }));
    addOptimisticTransfer(payment);
    open(onceAccepted);
    await screen.findByRole('link', { name: /Maya Okafor.*Processing/ });
    await waitFor(() => {
      expect(optimisticTransfers(ana.uid)).toEqual([]);
    });
    expect(await screen.findByLabelText('Amount')).toHaveValue('15.00');
  });

  it('counts a pending payment against the week, until the server counts it', async () => {
    addOptimisticTransfer(payment);
    const app = open({ [`GET /transfers/${accepted.id}`]: noResponse });
    const box = await region('Remaining this week');
    await within(box).findByText(/240.00 sent/);
    expect(box).toHaveTextContent('You have $10.00 remaining');
    app.respond({
      ...onceAccepted,
      'GET /allowance': () => json({ ...allowance, used: '240.00', remaining: '10.00' }),
    });
    await screen.findByRole('link', { name: /Maya Okafor.*Processing/ });
    expect(box).toHaveTextContent('You have $10.00 remaining');
  });

  it('reports a payment that never arrived', async () => {
    addOptimisticTransfer(payment);
    open();
    await screen.findByRole('link', { name: /Maya Okafor.*Confirming/ });
    await act(() => jest.advanceTimersByTimeAsync(NOT_SENT_AFTER_MS));
    expect(await screen.findByRole('link', { name: /Maya Okafor.*Not sent/ })).toBeInTheDocument();
    expect(await region('Remaining this week')).toHaveTextContent('You have $130.00 remaining');
  });

  it('lists a payment that another tab completed', async () => {
    addOptimisticTransfer(payment);
    const app = open({ [`GET /transfers/${accepted.id}`]: noResponse });
    await screen.findByRole('link', { name: /Maya Okafor.*Confirming/ });
    app.respond(onceAccepted);
    changeInAnotherTab(storageKeys.optimisticTransfers(ana.uid), null);
    expect(await screen.findByRole('link', { name: /Maya Okafor.*Processing/ })).toBeInTheDocument();
  });

  it('leaves nothing on screen when the sender signs out in another tab (ASVS 14.3.1)', async () => {
    open({ 'GET /transfers': list(1) });
    await screen.findByRole('link', { name: /Person 0/ });
    changeInAnotherTab(storageKeys.signOut, '1');
    await screen.findByRole('heading', { name: 'Sign in' });
    expect(screen.queryByText(/Person 0/)).not.toBeInTheDocument();
  });

  it('reports failed blocks in a toast; each block shows its own error and can be retried separately', async () => {
    const failing = () => refusal(422, 'get_user_transactions_failed');
    const app = open({
      'GET /allowance': failing,
      'GET /transfers': failing,
      'GET /fees/schedule': failing,
    });
    await screen.findAllByText('Error loading dashboard data: getUserTransactions failed');
    expect(await screen.findAllByRole('button', { name: 'Retry' })).toHaveLength(3);
    app.respond({ 'GET /transfers': list(1), 'GET /fees/schedule': () => json(schedule) });
    const recent = await region('Recent transfers');
    await app.user.click(within(recent).getByRole('button', { name: 'Retry' }));
    expect(await within(recent).findByText('Person 0')).toBeInTheDocument();
    expect(screen.getByText('Your limit did not load')).toBeInTheDocument();
  });

  describe('names what waits for the sender', () => {
    const unpaid = transferOf({
      id: 'unpaid',
      recipient: 'Kim Tran',
      payment: { state: 'awaited', payBy: '2026-11-20T20:10:00.000Z' },
      steps: [],
    });
    const item = (name: RegExp) => screen.findAllByRole('link', { name });

    it('a transfer to pay, with the way to pay it', async () => {
      open({ 'GET /transfers': () => json({ items: [unpaid], nextCursor: null }) });
      const [action] = await item(/^Pay now: Pay \$120\.00 to Kim Tran$/);
      expect(action).toHaveAttribute('href', '/payment?transfer=unpaid');
      expect(screen.getByText(/^Not paid yet\. Ends at/)).toBeVisible();
    });

    it('a card that ends, when it is the usual one', async () => {
      const usual = { ...visa, isDefault: true, state: 'expired' as const };
      const other = { ...visa, id: 'other', last4: '1111', isDefault: false, state: 'expired' as const };
      open({ 'GET /cards': () => json({ items: [usual, other] }) });
      const [action] = await item(/^Update card: .*4242 has expired$/);
      expect(action).toHaveAttribute('href', '/saved-cards');
      expect(screen.queryByText(/1111 has expired/)).toBeNull();
    });

    it('several, the most urgent first, with their number', async () => {
      const failed = transferOf({
        id: 'failed',
        status: 'refunding',
        steps: [{ step: 'refund_failed', at: new Date().toISOString() }],
      });
      open({ 'GET /transfers': () => json({ items: [failed, unpaid], nextCursor: null }) });
      const needs = await region('Needs you 2');
      const titles = within(needs).getAllByRole('listitem');
      expect(titles.map(({ textContent }) => textContent)).toEqual([
        expect.stringContaining('Pay $120.00 to Kim Tran') as string,
        expect.stringContaining('A refund could not reach you') as string,
      ]);
    });

    it('nothing when nothing does', async () => {
      open({ 'GET /transfers': list(1) });
      await screen.findByRole('link', { name: /Person 0/ });
      expect(screen.queryByText('Needs you')).toBeNull();
    });
  });

  it('does not ask for a verification that is being reviewed', async () => {
    open({
      'GET /me': () => json({ ...ana, verification: 'pending' }),
      'GET /verification': () => json({ ...overview, badge: 'pending', next: 'wait' }),
    });
    await screen.findByText(/Your documents are being checked/);
    expect(screen.queryByText(/weekly sending limit/)).toBeNull();
  });

  it('shows a reminder to confirm the address until it is confirmed', async () => {
    open({ 'GET /me': () => json({ ...ana, emailConfirmed: false }) });
    expect(await screen.findByText('Confirm your e-mail address')).toBeInTheDocument();
  });
});
