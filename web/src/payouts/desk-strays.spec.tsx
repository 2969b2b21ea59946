import { screen, waitFor } from '@testing-library/react';
import type { LedgerDay, StrayCharge } from '@kernel/money/payouts';
import { enterText } from '../../../test/web/enter-text';
import { deskOf } from '../../../test/web/desk';
import { ana, json, noContent, renderScreen } from '../../../test/web/rendered-app';

const stray: StrayCharge = {
  paymentRef: 'pi_3QK9x2',
  transferId: 'b718c0de-0000-4000-8000-000000000001',
  amount: '126.90',
  isCharged: true,
  chargedAt: '2026-11-20T12:00:03.000Z',
  state: 'open',
  proposedBy: null,
  reason: '',
  platform: 'Zelle',
  sender: 'known',
  refundable: '126.90',
  refunded: '0.00',
  disputes: [],
  payout: null,
};
const REASON = 'Zelle has no payout under its ID.';
const proposed = { ...stray, state: 'proposed', reason: REASON } as const;
const DAY: Omit<LedgerDay, 'strays'> = {
  day: '2026-11-20',
  captured: '0.00',
  delivered: '0.00',
  fees: '0.00',
  refunded: '0.00',
  open: '0.00',
  openCount: 0,
  lost: '0.00',
  loss: '0.00',
  isBalanced: true,
};
const TITLE = 'Charges without a transfer';

/** The desk with these charges; `sent` is the newest request about one. */
function openDesk(
  items: readonly StrayCharge[],
  roles: readonly string[] = ['sender', 'operator'],
  strays?: LedgerDay['strays'],
) {
  const sent: { path?: string; body?: unknown } = {};
  const step = (path: string) => ({
    [`POST /compliance/strays/${stray.paymentRef}/${path}`]: ({ body }: { body: unknown }) => {
      Object.assign(sent, { path, body });
      return noContent();
    },
  });
  const app = renderScreen('/compliance/payouts', {
    'GET /me': () => json({ ...ana, roles: roles as never, hasSecondFactor: true }),
    'GET /compliance/cases': () => json({ items: [], nextCursor: null }),
    'GET /compliance/payouts': () => json(deskOf()),
    'GET /compliance/ledger': () => json({ days: strays ? [{ ...DAY, strays }] : [] }),
    'GET /compliance/strays': () => json({ items }),
    ...step('refund'),
    ...step('confirm'),
    ...step('close'),
  });
  return { ...app, sent };
}

describe('charges without a transfer', () => {
  it('are not mentioned while there are none', async () => {
    openDesk([]);
    expect(await screen.findByText('Nothing is waiting for a person.')).toBeVisible();
    expect(screen.queryByRole('heading', { name: TITLE })).toBeNull();
  });

  it('are tasks that say to wait for the sender first, and are refunded only with a reason', async () => {
    const { user, sent } = openDesk([stray]);
    expect(await screen.findByRole('region', { name: TITLE })).toHaveTextContent(
      /its sender may repeat the request/,
    );
    expect(screen.queryByText('Nothing is waiting for a person.')).toBeNull();
    await user.click(screen.getByText('pi_3QK9x2'));
    expect(screen.getByText('$126.90')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ask for the refund' }));
    expect(screen.getByText('Enter what you found out.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
    expect(sent).toEqual({});
    await enterText(user, screen.getByRole('textbox', { name: 'Reason' }), ` ${REASON} `);
    await user.click(screen.getByRole('button', { name: 'Ask for the refund' }));
    await waitFor(() => {
      expect(sent).toEqual({ path: 'refund', body: { reason: REASON } });
    });
  });

  it('are refunded once a second operator agrees to the amount and the reason on the screen', async () => {
    const { user, sent } = openDesk([{ ...proposed, proposedBy: 'omar' }]);
    await user.click(await screen.findByText('pi_3QK9x2'));
    expect(screen.getByText(REASON)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Ask for the refund' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Agree: refund $126.90' }));
    await waitFor(() => {
      expect(sent).toEqual({ path: 'confirm', body: { amount: '126.90', reason: REASON } });
    });
  });

  it('are never agreed to by whoever asked for the refund', async () => {
    const { user } = openDesk([{ ...proposed, proposedBy: ana.uid }]);
    await user.click(await screen.findByText('pi_3QK9x2'));
    expect(screen.getByText(/Waiting for a second operator/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Agree/ })).toBeNull();
  });

  it('that were settled elsewhere are closed with the reason', async () => {
    const { user, sent } = openDesk([stray]);
    await user.click(await screen.findByText('pi_3QK9x2'));
    await enterText(user, screen.getByRole('textbox', { name: 'Reason' }), 'Paid out: ZL-1');
    await user.click(screen.getByRole('button', { name: 'Close without a refund' }));
    await waitFor(() => {
      expect(sent).toEqual({ path: 'close', body: { reason: 'Paid out: ZL-1' } });
    });
  });

  it('show the platform, the sender, and what processor and rail say became of them', async () => {
    const { user } = openDesk([
      {
        ...stray,
        platform: null,
        sender: 'lost',
        refundable: '0.00',
        refunded: '26.90',
        disputes: [{ amount: '100.00', state: 'open' }],
        payout: { state: 'delivered', reference: 'PP-1' },
      },
    ]);
    await user.click(await screen.findByText('pi_3QK9x2'));
    for (const text of [
      'Account lost with the restore',
      'Refunded at the processor: $26.90',
      'Disputed, the bank decides: $100.00',
      'Paid out, reference PP-1',
    ])
      expect(screen.getByText(text)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Ask for the refund' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Close without a refund' })).toBeVisible();
  });

  it('are refunded for what is left, as it is on the screen', async () => {
    const { user, sent } = openDesk([{ ...proposed, proposedBy: 'omar', refundable: '100.00' }]);
    await user.click(await screen.findByText('pi_3QK9x2'));
    await user.click(screen.getByRole('button', { name: 'Agree: refund $100.00' }));
    await waitFor(() => {
      expect(sent).toEqual({ path: 'confirm', body: { amount: '100.00', reason: REASON } });
    });
  });

  it.each([
    ['PayPal', 1, null, true],
    ['Venmo', 29, null, true],
    ['Venmo', 31, null, false],
    ['Zelle', 1, null, false],
    ['PayPal', 1, 'returned', false],
  ] as const)(
    'on %s ask, %i days later with a payout that is %s, to cancel an unclaimed one first: %s',
    async (platform, days, state, isSaid) => {
      const chargedAt = new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();
      const payout = state && { state, reference: 'PP-1' };
      const { user } = openDesk([{ ...stray, platform, chargedAt, payout }]);
      await user.click(await screen.findByText('pi_3QK9x2'));
      expect(screen.queryByText(/cancel an unclaimed payout first/) !== null).toBe(isSaid);
      expect(screen.getByRole('button', { name: 'Ask for the refund' })).toBeVisible();
    },
  );

  it('are in the day\u2019s ledger beside the charges of transfers', async () => {
    openDesk([stray], undefined, {
      charged: '126.90',
      refunded: '26.90',
      closed: '0.00',
      open: '100.00',
      lost: '0.00',
    });
    const line = await screen.findByLabelText('Charges of today without a transfer');
    expect(line).toHaveTextContent('Without a transfer$126.90Refunded=$26.90Closed+$0.00Open+$100.00');
  });

  it('are read-only for other staff', async () => {
    const { user } = openDesk([stray], ['sender', 'analyst']);
    await user.click(await screen.findByText('pi_3QK9x2'));
    expect(screen.getByText('Only operators work the desk.')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Reason' })).toBeNull();
  });
});
