import { act, screen, waitFor, within } from '@testing-library/react';
import type { Transaction, TransferStep } from '@kernel/money/transfers';
import { enterText } from '../../../../test/web/enter-text';
import {
  allowance,
  json,
  refusal,
  renderApp,
  renderScreen,
  transferOf,
} from '../../../../test/web/rendered-app';

const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`;
const paid: TransferStep[] = [
  { step: 'authorized', at: at(1) },
  { step: 'captured', at: at(1), amount: '126.90' },
];
const card = { brand: 'visa', last4: '5556' };
const captured = { state: 'captured', payBy: null } as const;

function open(changes: Partial<Transaction>, routes: Parameters<typeof renderScreen>[1] = {}) {
  const transfer = transferOf({ card, payment: captured, ...changes });
  jest.setSystemTime(Date.parse(at(10)));
  return renderScreen(`/transactions/${transfer.id}`, {
    [`GET /transfers/${transfer.id}`]: () => json(transfer),
    ...routes,
  });
}

/** A payout that its platform refused, with the money refunded. */
const failed = (reason: string): Partial<Transaction> => ({
  status: 'refunded',
  steps: [
    ...paid,
    { step: 'payout_failed', at: at(6), reason },
    { step: 'refund_initiated', at: at(6), amount: '126.90', reason: 'payout_failed' },
    { step: 'refunded', at: at(7) },
  ],
});

/** How the browser that reads it names an instant of the same day. */
const timeOf = (instant: string) => new Date(instant).toLocaleTimeString('en-US', { timeStyle: 'short' });
/** Ten business days later, over Thanksgiving. */
const REFUND_DAY = 'Dec 7';

const state = () => screen.getAllByRole('status').find((one) => one.closest('.state-box')) ?? null;

describe('The page of a transfer', () => {
  it('is shown as the dashboard and the list have it, where neither can be read, such as without a network', async () => {
    const transfer = transferOf({ card, payment: captured, status: 'delivered', steps: paid });
    const { user, respond } = renderApp('/dashboard', {
      'GET /transfers': () => json({ items: [transfer], nextCursor: null }),
      [`GET /transfers/${transfer.id}`]: () => refusal(500, 'internal'),
    });
    await screen.findByRole('link', { name: /Maya Okafor/ });
    respond({ 'GET /transfers': () => refusal(500, 'internal') });
    await user.click(screen.getAllByRole('link', { name: 'Transactions' })[0] as HTMLElement);
    await screen.findByRole('heading', { name: 'Transactions', level: 1 });
    await user.click(await screen.findByRole('link', { name: /^(?!Send again).*Maya Okafor/ }));
    expect(await screen.findByText('$mayaokafor')).toBeVisible();
    expect(window.location.pathname).toBe(`/transactions/${transfer.id}`);
  });

  it('says when the money usually arrives, and once that has passed, that it is late', async () => {
    open({ steps: [...paid, { step: 'payout_submitted', at: at(5) }] });
    await screen.findByText('Sending to Cash App', { selector: 'p' });
    const by = timeOf(at(25));
    expect(state()).toHaveTextContent(`Usually there by ${by}`);
    expect(screen.getByText('On its way').closest('[role=listitem]')).toHaveTextContent(`by ${by}`);
    expect(screen.queryByRole('link', { name: 'Send again' })).not.toBeInTheDocument();
    expect(screen.getByText('Live')).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(20 * 60_000));
    expect(state()).toHaveTextContent('Later than usualWe are looking at it.');
    expect(screen.queryByText(`by ${by}`)).not.toBeInTheDocument();
  });

  it('reads the same for a payment that is only reserved, however long', async () => {
    const reserved: Partial<Transaction> = {
      payment: { state: 'authorized', payBy: null },
      steps: paid.slice(0, 1),
      cancellable: 'yes',
    };
    open(reserved);
    await screen.findByText('Charging your card', { selector: 'p' });
    expect(state()).toHaveTextContent(`Usually there by ${timeOf(at(25))}`);
    await act(() => jest.advanceTimersByTimeAsync(20 * 60_000));
    expect(state()).toHaveTextContent('Later than usualWe are looking at it.');
    expect(screen.getByRole('button', { name: 'Cancel transfer' })).toBeVisible();
  });

  it('says why it can no longer be cancelled', async () => {
    const { user } = open({ steps: [...paid, { step: 'payout_submitted', at: at(5) }] });
    expect(await screen.findByText('It can no longer be cancelled.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Why?' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent(
      /A payment to Cash App cannot be called back/,
    );
  });

  it('marks neither a reported problem nor the wish to cancel as achieved', async () => {
    open({
      status: 'refunding',
      steps: [
        ...paid,
        { step: 'problem_reported', at: at(2), reference: 'P-1' },
        { step: 'cancel_requested', at: at(3), reason: 'sender' },
        { step: 'refund_initiated', at: at(3), amount: '126.90', reason: 'sender' },
      ],
    });
    const stateOf = (title: string) => screen.getByText(title).closest('[role=listitem]');
    await screen.findByText('Problem reported');
    expect(stateOf('Problem reported')).toHaveAttribute('data-state', 'info');
    expect(stateOf('Cancel requested')).toHaveAttribute('data-state', 'info');
    expect(stateOf('Refund started')).toHaveAttribute('data-state', 'done');
  });

  it('shows what was charged, what happens next, and what a cancel returns', async () => {
    const { user } = open({ steps: paid, cancellable: 'yes' });
    expect(await screen.findByText('We send it to Cash App next')).toBeInTheDocument();
    expect(screen.getByText('$126.90 charged to Visa •••• 5556')).toBeInTheDocument();
    expect(screen.getByText('You can cancel until we send it.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel transfer' }));
    const cancel = await screen.findByRole('dialog');
    expect(within(cancel).getByText('Back to Visa •••• 5556, fees included')).toBeInTheDocument();
    expect(within(cancel).getByText('$126.90')).toBeInTheDocument();
    expect(await within(cancel).findByText(/\$120.00 returns to your weekly limit/)).toBeInTheDocument();
    expect(cancel).toHaveTextContent(`Usually on your card by ${REFUND_DAY}.`);
  });

  it('does not mention a weekly limit to a sender without one', async () => {
    const unlimited = { ...allowance, tier: 'verified', weeklyLimit: null, remaining: null };
    const { sent, user } = open(
      { steps: paid, cancellable: 'yes' },
      { 'GET /allowance': () => json(unlimited) },
    );
    await user.click(await screen.findByRole('button', { name: 'Cancel transfer' }));
    await screen.findByText('Back to Visa •••• 5556, fees included');
    await waitFor(() => expect(sent('GET /allowance')).not.toEqual([]));
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.queryByText(/weekly limit/)).not.toBeInTheDocument();
  });

  it('cancels after a confirmation and shows the refund immediately', async () => {
    const refunding = transferOf({
      card,
      payment: captured,
      status: 'refunding',
      cancellable: 'no',
      steps: [...paid, { step: 'refund_initiated', at: at(2), amount: '126.90', reason: 'sender' }],
    });
    const { user } = open(
      { steps: paid, cancellable: 'yes' },
      {
        'POST /transfers/2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03/cancel': () =>
          json({ ...refunding, returns: '126.90' }),
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Cancel transfer' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/\$126.90 goes back to Visa •••• 5556/)).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel transfer' }));
    expect(await screen.findByText('Cancelled. $126.90 is going back to your card.')).toBeInTheDocument();
    expect(state()).toHaveTextContent(
      `You cancelled this transferMaya received nothing. $126.90 returns to Visa •••• 5556 by ${REFUND_DAY}.`,
    );
    expect(screen.getByRole('region', { name: 'Refund' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Cancel transfer' })).not.toBeInTheDocument();
  });

  it("explains for a cancel during the bank's confirmation that nothing has been charged yet", async () => {
    const path = 'POST /transfers/2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03/cancel';
    const pending = { state: 'pending', payBy: at(30) } as const;
    const steps: TransferStep[] = [{ step: 'cancel_requested', at: at(2), reason: 'sender' }];
    const cancelled = transferOf({ card, payment: pending, status: 'cancelled', cancellable: 'no', steps });
    const { user } = open(
      { payment: pending, cancellable: 'yes' },
      { [path]: () => json({ ...cancelled, returns: '126.90' }) },
    );
    await user.click(await screen.findByRole('button', { name: 'Cancel transfer' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).queryByText('$126.90')).not.toBeInTheDocument();
    expect(dialog).toHaveTextContent(
      'Maya gets nothing. Nothing has been charged yet. If your bank shows $126.90 as pending, it goes away by itself.',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Cancel transfer' }));
    await screen.findByText(
      'Cancelled. Nothing has been charged yet. If your bank shows $126.90 as pending, it goes away by itself.',
    );
    expect(screen.queryByText(/going back to your card/)).not.toBeInTheDocument();
    screen.getByText('If your bank shows $126.90 as pending, it goes away by itself.');
    expect(screen.getByRole('link', { name: 'Send again' })).toBeVisible();
  });

  it('shows what happened to an abandoned card', async () => {
    open({
      payment: { state: 'awaited', payBy: at(30) },
      card: null,
      steps: [{ step: 'abandoned', at: at(1) }],
    });
    expect(
      await screen.findByText('You chose to pay with another card. Nothing was charged.'),
    ).toBeInTheDocument();
    screen.getByText('Not paid yet');
  });

  it('promises no refund where the platform decides about a cancel, and shows that it waits for the platform', async () => {
    const unclaimed: Partial<Transaction> = {
      platform: 'PayPal',
      status: 'sent',
      cancellable: 'recall',
      steps: [...paid, { step: 'unclaimed', at: at(2), reference: 'PP-1' }],
    };
    const asked = transferOf({
      card,
      payment: captured,
      ...unclaimed,
      cancellable: 'no',
      steps: [...(unclaimed.steps ?? []), { step: 'cancel_requested', at: at(3), reason: 'recall' }],
    });
    const { user } = open(unclaimed, {
      [`POST /transfers/${asked.id}/cancel`]: () => json({ ...asked, returns: null }),
    });
    const recall = await screen.findByRole('button', { name: 'Ask for it back' });
    expect(state()).toHaveTextContent('Maya has to claim it in PayPal by Dec 20.');
    await user.click(recall);
    const dialog = await screen.findByRole('dialog', { name: 'Ask PayPal to return it?' });
    expect(screen.queryByText(/fees included/)).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Ask for it back' }));
    expect(await screen.findByText('You asked for it back')).toBeInTheDocument();
    expect(screen.getByText('Waiting for PayPal')).toBeInTheDocument();
    expect(screen.queryByText('PayPal has it and confirms the delivery.')).not.toBeInTheDocument();
  });

  it('asks the sender to confirm with the bank, and shows that nothing has been charged yet', async () => {
    open({ payment: { state: 'requires_action', payBy: at(30), actionUrl: '/bank' }, cancellable: 'yes' });
    expect(await screen.findByText('Waiting for your confirmation')).toBeInTheDocument();
    expect(screen.queryByText(/the transfer continues/)).not.toBeInTheDocument();
    expect(screen.queryByText(/fees included/)).not.toBeInTheDocument();
  });

  it.each<[TransferStep, string]>([
    [
      { step: 'refund_initiated', at: at(2), amount: '126.90', reason: 'not_completed' },
      'We could not complete this transfer, so we asked the card processor to return $126.90.',
    ],
    [
      { step: 'refund_initiated', at: at(2), amount: '126.90', reason: 'disputed' },
      'You disputed the charge, and your bank decided to give you $126.90 back.',
    ],
  ])('says why a refund began that nobody asked for: %#', async (step, text) => {
    open({ status: 'refunded', steps: [...paid, step] });
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.queryByText('Confirming')).not.toBeInTheDocument();
  });

  it('never shows the total of an unpaid transfer that ended as still to be charged', async () => {
    open({ status: 'cancelled', payment: { state: 'voided', payBy: null } });
    expect(await screen.findByText('Total (not charged)')).toBeInTheDocument();
  });

  it('can be cancelled again when no answer came', async () => {
    const path = 'POST /transfers/2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03/cancel';
    const { user } = open(
      { steps: paid, cancellable: 'yes' },
      { [path]: () => Promise.reject(new TypeError('offline')) },
    );
    await user.click(await screen.findByRole('button', { name: 'Cancel transfer' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel transfer' }),
    );
    expect(await screen.findByText(/Check your connection and try again/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Cancel transfer' })).toBeVisible();
  });

  it('is titled by the decline that may be named, and names the card', async () => {
    const declined = { state: 'declined', payBy: at(30), group: 'not_enough_money' } as const;
    open({ payment: declined, cancellable: 'yes' });
    expect(await screen.findByText('Not enough money on Visa •••• 5556')).toBeVisible();
    expect(screen.queryByText('Visa •••• 5556 was declined')).not.toBeInTheDocument();
  });

  it('shows since when it is too late to cancel', async () => {
    const { user } = open(
      { steps: paid, cancellable: 'yes' },
      {
        'POST /transfers/2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03/cancel': () =>
          refusal(409, 'too_late', { at: '2026-11-20T14:05:11.000Z' }),
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Cancel transfer' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel transfer' }),
    );
    expect(
      await screen.findByText(/too late to cancel: the money was sent at \d+:05:11/),
    ).toBeInTheDocument();
  });

  it('shows the platform and the reference of a delivery, and how long it took', async () => {
    const { user } = open(
      {
        status: 'delivered',
        steps: [
          ...paid,
          { step: 'payout_submitted', at: at(5) },
          { step: 'delivered', at: at(9), reference: 'CA-5F20' },
        ],
      },
      { [`GET /transfers/${transferOf().id}/receipt`]: () => json({ code: 'R7KM-9QX4-C1D8' }) },
    );
    expect(await screen.findByText('R7KM-9QX4-C1D8')).toBeInTheDocument();
    expect(await screen.findByText('Delivered in 9 minutes')).toBeInTheDocument();
    expect(state()).toHaveTextContent(`Maya has $120.00 in Cash App since ${timeOf(at(9))}`);
    expect(screen.getByText('Reference CA-5F20')).toBeInTheDocument();
    expect(screen.getByText('Sent to Cash App').closest('[role=listitem]')).toHaveTextContent(timeOf(at(5)));
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('CA-5F20');
    expect(screen.getByRole('link', { name: 'Send again' })).toHaveAttribute('href', '/dashboard');
    expect(screen.queryByRole('button', { name: 'Cancel transfer' })).not.toBeInTheDocument();
  });

  it('shows the reason of a failure and the progress of the refund', async () => {
    open({
      status: 'refunding',
      steps: [
        ...paid,
        { step: 'payout_failed', at: at(6), reason: 'wrong_handle' },
        { step: 'refund_initiated', at: at(6), amount: '126.90', reason: 'payout_failed' },
      ],
    });
    expect(await screen.findByText('Not delivered')).toBeVisible();
    expect(state()).toHaveTextContent(
      `Cash App has no account with this handleMaya received nothing. $126.90 returns to Visa •••• 5556 by ${REFUND_DAY}.`,
    );
    expect(screen.getByRole('region', { name: 'Refund' })).toHaveTextContent(`On your cardby ${REFUND_DAY}`);
    expect(
      screen.getByText('Cash App has no account with this handle. Maya received nothing.'),
    ).toBeInTheDocument();
    const money = within(screen.getByRole('region', { name: 'Money' }));
    expect(money.getByText('Returning to Visa •••• 5556').closest('div')).toHaveTextContent('−$126.90');
    expect(money.getByText('Cost to you').closest('div')).toHaveTextContent('$0.00');
    expect(screen.getByText('No Cash App account')).toBeVisible();
  });

  it.each<[string, Partial<Transaction>, string, string | null]>([
    [
      'no card was accepted',
      { status: 'declined' },
      'No card was acceptedNothing was charged.',
      'Send again',
    ],
    [
      'not paid in time',
      { status: 'cancelled', steps: [{ step: 'cancelled', at: at(2), reason: 'not_paid' }] },
      'It was not paid in timeNothing was charged.',
      'Send again',
    ],
    [
      'stopped by us',
      { status: 'cancelled', steps: [{ step: 'cancelled', at: at(2), reason: 'not_completed' }] },
      'We could not complete this transferNothing was charged.',
      null,
    ],
    [
      'too much',
      failed('limit'),
      "Maya's account cannot receive $120.00Maya received",
      'Send another amount',
    ],
    ['blocked', failed('blocked'), 'Cash App blocked the paymentMaya received', 'Send to another platform'],
    ['unexplained', failed('other'), 'Cash App could not complete itMaya received', 'Send again'],
  ])('says how it ended, what became of the money, and what to do next: %s', async (_, ended, says, next) => {
    open({ card: null, payment: { state: 'voided', payBy: null }, ...ended });
    await screen.findByRole('region', { name: 'Details' });
    expect(state()).toHaveTextContent(says);
    const offered = screen.queryAllByRole('link', { name: /^Send / }).map(({ textContent }) => textContent);
    expect(offered.filter((name) => name !== 'Send Money')).toEqual(next === null ? [] : [next]);
  });

  it('opens Quick Send with the handle to correct', async () => {
    const { user } = open(failed('wrong_handle'));
    await user.click(await screen.findByRole('link', { name: 'Correct the handle and send again' }));
    const handle = await screen.findByRole('textbox', { name: /e-mail\/handle/ });
    await waitFor(() => expect(handle).toHaveFocus());
    expect(handle).toHaveValue('mayaokafor');
    expect(screen.getByLabelText('Amount')).toHaveValue('120.00');
  });

  it('lists declines in a row as one step, with each card and reason on request', async () => {
    const other = { brand: 'mastercard', last4: '0187' };
    const declines: TransferStep[] = [
      { step: 'declined', at: at(1), reason: 'not_enough_money', card: { brand: 'visa', last4: '9995' } },
      { step: 'declined', at: at(2), reason: 'not_confirmed', card: other },
    ];
    const { user } = open({ steps: [...declines, ...paid] });
    const entry = (await screen.findByText('Not accepted 2 times')).closest('li, [role=listitem]');
    expect(entry).toHaveTextContent('Visa •••• 9995 and Mastercard •••• 0187');
    await user.click(screen.getByText('Show why'));
    expect(entry).toHaveTextContent(
      /9995.*There was not enough money on the card\..*0187.*You did not confirm it/,
    );
    expect(screen.queryByText('Card declined')).not.toBeInTheDocument();
  });

  it("quotes the platform's message about a failure", async () => {
    const words = 'This account cannot receive payments.';
    open({
      status: 'refunding',
      steps: [...paid, { step: 'payout_failed', at: at(6), reason: 'blocked', words }],
    });
    expect(await screen.findByText(`Cash App said: “${words}” Maya received nothing.`)).toBeInTheDocument();
  });

  it('links a declined or unpaid transfer back to its payment', async () => {
    open({
      payment: { state: 'declined', payBy: at(30), group: 'contact_bank' },
      steps: [{ step: 'declined', at: at(1), reason: 'contact_bank' }],
    });
    const link = await screen.findByRole('link', { name: 'Try another card' });
    expect(link).toHaveAttribute('href', '/payment?transfer=2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03');
    expect(screen.getByText(/Your bank declined the payment\./)).toBeInTheDocument();
    expect(screen.getByText('Not paid')).toBeInTheDocument();
    expect(screen.queryByText('Processing')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Send again' })).not.toBeInTheDocument();
  });

  it('accepts a problem report and shows its number', async () => {
    const { user } = open(
      { status: 'sent', steps: paid },
      {
        'POST /transfers/2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03/problem': () =>
          json({ number: 'P-2D9D3F6A-1C04F2' }, 201),
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Report a problem' }));
    await screen.findByRole('dialog');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(screen.getByText('Tell us what is wrong.')).toBeInTheDocument();
    await enterText(user, screen.getByLabelText('What is wrong?'), 'Nothing has arrived.');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Your report number is P-2D9D3F6A-1C04F2')).toBeInTheDocument();
  });

  it('repeats a report without a response under its key, and sends an edited one under another', async () => {
    const path = 'POST /transfers/2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03/problem';
    const app = open({ status: 'sent', steps: paid }, { [path]: () => refusal(503, 'service_unavailable') });
    const { user } = app;
    await user.click(await screen.findByRole('button', { name: 'Report a problem' }));
    await enterText(user, await screen.findByLabelText('What is wrong?'), 'Nothing has arrived.');
    await user.click(await screen.findByRole('button', { name: 'Send' }));
    await screen.findByRole('alert');
    await user.click(await screen.findByRole('button', { name: 'Send' }));
    await waitFor(() => expect(app.sent(path)).toHaveLength(2));
    await screen.findByRole('button', { name: 'Send' });
    await enterText(user, screen.getByLabelText('What is wrong?'), ' Please help.');
    app.respond({ [path]: () => json({ number: 'P-2D9D3F6A-1C04F2' }, 201) });
    await user.click(await screen.findByRole('button', { name: 'Send' }));
    await screen.findByText('Your report number is P-2D9D3F6A-1C04F2');
    const [first, repeated, edited] = app.sent(path).map(({ key }) => key);
    expect(repeated).toBe(first);
    expect(edited).not.toBe(first);
  });

  it('shows for a transfer from before card payments that nothing was charged', async () => {
    open({ payment: null, card: null });
    expect(await screen.findByText(/made before card payments existed/)).toBeInTheDocument();
    expect(screen.getByText('Total (not charged)')).toBeInTheDocument();
  });
});
