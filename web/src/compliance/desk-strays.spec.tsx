import { screen, waitFor } from '@testing-library/react';
import type { StrayCharge } from '@kernel/payouts';
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
};
const REASON = 'Zelle has no payout under its ID.';
const proposed = { ...stray, state: 'proposed', reason: REASON } as const;
const TITLE = 'Charges without a transfer';

/** The desk with these charges; `sent` is the newest request about one. */
function openDesk(items: readonly StrayCharge[], roles: readonly string[] = ['sender', 'operator']) {
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
    'GET /compliance/ledger': () => json({ days: [] }),
    'GET /compliance/strays': () => json({ items }),
    ...{ ...step('refund'), ...step('confirm'), ...step('close') },
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

  it('are read-only for other staff', async () => {
    const { user } = openDesk([stray], ['sender', 'analyst']);
    await user.click(await screen.findByText('pi_3QK9x2'));
    expect(screen.getByText('Only operators work the desk.')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Reason' })).toBeNull();
  });
});
