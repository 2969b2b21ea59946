import { act, screen, waitFor, within } from '@testing-library/react';
import type { DeskTask, DeskTasks, LedgerDay } from '@kernel/money/payouts';
import { claimed, deskOf, olga, seen, waiting } from '../../../test/web/desk';
import { enterText } from '../../../test/web/enter-text';
import { ana, json, noContent, renderApp, renderScreen, unload } from '../../../test/web/rendered-app';

const other: DeskTask = {
  ...waiting,
  transferId: 'b718c0de-0000-4000-8000-000000000002',
  platform: 'Chime',
  amount: '600.00',
  needsSecondPerson: true,
};
const REPORTED_AT = '2026-11-21T09:30:00.000Z';
const today: LedgerDay = {
  day: '2026-11-21',
  captured: '253.80',
  delivered: '120.00',
  fees: '6.90',
  refunded: '0.00',
  open: '126.90',
  openCount: 1,
  lost: '0.00',
  loss: '0.00',
  isBalanced: true,
  strays: { charged: '0.00', refunded: '0.00', closed: '0.00', open: '0.00', lost: '0.00' },
};

function openDesk(
  tasks: () => DeskTasks,
  {
    renderAt = renderScreen,
    roles = ['sender', 'operator'],
    address = '/compliance/payouts',
    routes = {},
  } = {},
) {
  return renderAt(address, {
    'GET /me': () => json({ ...ana, roles: roles as never, hasSecondFactor: true }),
    'GET /compliance/payouts': () => json(tasks()),
    'GET /compliance/ledger': () => json({ days: [today] }),
    'GET /compliance/strays': () => json({ items: [] }),
    'GET /compliance/cases': () => json({ items: [], nextCursor: null }),
    [`GET /compliance/payouts/${waiting.transferId}`]: () => json(seen),
    [`GET /compliance/payouts/${other.transferId}`]: () => json(seen),
    ...(routes as Parameters<typeof renderScreen>[1]),
  });
}
const atTask = (id: string) => `/compliance/payouts?task=${id}`;
const rowOf = async (platform: string) => {
  const row = (await screen.findByRole('link', { name: new RegExp(`^${platform}: `) })).closest('tr');
  if (!row) throw new Error(`no row of ${platform}`);
  return within(row);
};

describe('the payout desk', () => {
  it('lists the tasks that wait for an operator, with masked handles and the sum', async () => {
    openDesk(() => deskOf(waiting, other), { renderAt: renderApp });
    expect((await rowOf('Zelle')).getByText('z••••@••••.com')).toBeVisible();
    expect((await rowOf('Chime')).getByText('Pay out, two operators')).toBeVisible();
    expect(screen.getByText(/^2 tasks/)).toHaveTextContent('2 tasks · $920.00');
    // At the side, and at the bottom of a phone's screen; an operator has no queue.
    const desk = screen.getAllByRole('link', { name: /^Payout desk/ });
    expect(desk.map((link) => link.getAttribute('aria-current'))).toEqual(['page', 'page']);
    for (const link of desk) expect(link).toHaveTextContent(/2$/);
    expect(screen.queryByRole('link', { name: /^Queue/ })).toBeNull();
  });

  it('finds the transfer of a problem by its quoted number', async () => {
    const problems = [{ number: 'P-B718C0DE-1C04F2', text: 'Nothing arrived.' }];
    const task: DeskTask = { ...other, kind: 'problem', problems };
    const asked: string[] = [];
    const { user } = openDesk(() => deskOf(waiting), {
      routes: {
        'GET /compliance/payouts': ({ path }: { path: string }) => {
          const q = new URLSearchParams(path.split('?')[1]).get('q');
          if (q !== null) asked.push(path);
          return json(q === null ? deskOf(waiting) : q === 'P-0' ? deskOf() : deskOf(task));
        },
      },
    });
    const field = await screen.findByRole('searchbox', { name: 'Problem number or transfer ID' });
    await user.type(field, 'P-0');
    expect(await screen.findByText('Nothing was found.')).toBeVisible();
    await user.clear(field);
    await enterText(user, field, ' \u202dp\u2011b718c0de\u2011\u200b1c04f2\u202c');
    await user.click(await screen.findByRole('link', { name: /^Chime/ }));
    expect(await screen.findByText('P-B718C0DE-1C04F2')).toBeVisible();
    expect(screen.getByText(/Nothing arrived\./)).toBeVisible();
    expect(asked.at(-1)).toContain('q=p-b718c0de-1c04f2');
  });

  it('keeps what is done with a task that was opened right after a search was typed', async () => {
    const problem: DeskTask = { ...waiting, kind: 'problem' };
    const { user, sent } = openDesk(() => deskOf(other, problem));
    const link = await screen.findByRole('link', { name: 'Zelle: Problem reported' });
    await user.type(screen.getByRole('searchbox'), 'P-1');
    await user.click(link);
    await user.click(await screen.findByRole('button', { name: 'Answer and close' }));
    expect(screen.getByText('Write what you did.')).toBeVisible();
    act(() => {
      jest.advanceTimersByTime(1_000);
    });
    await waitFor(() => {
      const paths = sent('GET /compliance/payouts').map(({ path }) => path);
      expect(paths).toContainEqual(expect.stringContaining('q=P-1'));
    });
    expect(screen.getByText('Write what you did.')).toBeVisible();
  });

  it('claims and opens the oldest payout with a key', async () => {
    let isClaimed = false;
    const { user } = openDesk(() => deskOf(isClaimed ? claimed : waiting, other), {
      routes: {
        [`POST /compliance/payouts/${waiting.transferId}/claim`]: () => {
          isClaimed = true;
          return noContent();
        },
      },
    });
    await rowOf('Zelle');
    await user.keyboard('c');
    expect(await screen.findByText(/Claimed by Olga Okoro/)).toBeVisible();
    expect((await rowOf('Zelle')).getByText('Yours')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Zelle' })).toHaveFocus();
  });

  it('moves through the tasks with j and k', async () => {
    const { user } = openDesk(() => deskOf(waiting, other));
    await rowOf('Chime');
    await user.keyboard('jj');
    expect(screen.getByRole('link', { name: /^Chime/ })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'Chime' })).toHaveFocus();
  });

  it("shows a handle only on request, and records a delivery with the platform's reference", async () => {
    let sent: unknown = null;
    const { user } = openDesk(() => deskOf(claimed), {
      address: atTask(claimed.transferId),
      routes: {
        [`POST /compliance/payouts/${claimed.transferId}/reveal`]: () =>
          json({ recipient: 'Tina Wells', handle: 'tina@example.com', note: '' }),
        [`POST /compliance/payouts/${claimed.transferId}/delivered`]: (request: { body: unknown }) => {
          sent = request.body;
          return noContent();
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Show recipient and handle' }));
    expect(await screen.findByText('tina@example.com')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Mark delivered' }));
    expect(screen.getByText("Enter the platform's reference.")).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Reference in Zelle' })).toHaveFocus();
    expect(sent).toBeNull();
    await enterText(
      user,
      screen.getByRole('textbox', { name: 'Reference in Zelle' }),
      '\u202dZL\u201148\u200b213\u202c ',
    );
    await user.click(screen.getByRole('button', { name: 'Mark delivered' }));
    await waitFor(() => {
      expect(sent).toEqual({ reference: 'ZL-48213' });
    });
  });

  it.each([
    ['waiting', waiting],
    ['a colleague’s', { ...other, kind: 'outcome', operator: { id: 'omar', name: 'Omar Diaz' } } as const],
  ])('does not offer to reveal the handle of a payout that is %s', async (_, task) => {
    openDesk(() => deskOf(task), { address: atTask(task.transferId) });
    expect(await screen.findByText('T•••• W••••')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show recipient and handle' })).toBeNull();
  });

  it('explains why it is too late when another operator was faster', async () => {
    const { user } = openDesk(() => deskOf(waiting), {
      address: atTask(waiting.transferId),
      routes: {
        [`POST /compliance/payouts/${waiting.transferId}/claim`]: () =>
          json({ code: 'not_claimable', status: 409, detail: 'Somebody else has it.' }, 409),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Claim' }));
    expect(await screen.findByText(/somebody else has it/i)).toBeVisible();
  });

  it('lets a second operator approve, never the first', async () => {
    const proposal = {
      outcome: 'delivered',
      reference: 'CH-7',
      words: '',
      operator: olga,
      at: REPORTED_AT,
    } as const;
    const proposed: DeskTask = { ...claimed, kind: 'second_person', needsSecondPerson: true, proposal };
    const { user } = openDesk(() => deskOf(proposed), { address: atTask(proposed.transferId) });
    expect(await screen.findByText('Waiting for a second operator.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Agree/ })).toBeNull();
    expect(screen.queryByText(/See it before you agree/)).toBeNull();
    expect(screen.getByText('Showing them is recorded.')).toBeVisible();
    expect(screen.getByText('Waiting for others')).toBeVisible();
    // Rarely needed parts are folded.
    expect(screen.queryByRole('button', { name: 'Mark delivered' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Correct it' }));
    expect(screen.getByRole('button', { name: 'Mark delivered' })).toBeVisible();
  });

  it('says when it is too late to cancel a payout that was given back', async () => {
    openDesk(() => deskOf({ ...waiting, claimedAt: waiting.since }), { address: atTask(waiting.transferId) });
    expect(await screen.findByText(/The sender can no longer cancel/)).toBeVisible();
    expect(screen.queryByText(/can cancel until/)).toBeNull();
  });

  it('asks the operator to clear up with the platform a delivery after the refund', async () => {
    let sent: unknown = null;
    const task: DeskTask = { ...waiting, kind: 'contradiction', platform: 'Venmo', route: 'paypal' };
    const { user } = openDesk(() => deskOf(task), {
      address: atTask(task.transferId),
      routes: {
        [`POST /compliance/payouts/${task.transferId}/confirm`]: (request: { body: unknown }) => {
          sent = request.body;
          return noContent();
        },
      },
    });
    expect(
      await screen.findByText(/PayPal says that it was delivered: money may have left twice/),
    ).toBeVisible();
    expect((await rowOf('Venmo')).getByText('Paid twice?')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Resolved with the platform' }));
    await waitFor(() => {
      expect(sent).toEqual({ kind: 'contradiction' });
    });
  });

  it('warns an operator not to pay what the bank disputes, and lets them book a loss', async () => {
    openDesk(() => deskOf({ ...claimed, isDisputed: true }), { address: atTask(claimed.transferId) });
    expect(await screen.findByText(/If it is not paid yet, do not pay it/)).toBeVisible();
    await unload();
    let sent: unknown = null;
    const loss = { amount: '336.90', booked: '100.00' };
    const { user } = openDesk(() => deskOf({ ...waiting, kind: 'lost', isDisputed: true, loss }), {
      address: atTask(waiting.transferId),
      routes: {
        [`POST /compliance/payouts/${waiting.transferId}/confirm`]: (request: { body: unknown }) => {
          sent = request.body;
          return noContent();
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Booked as a loss' }));
    await waitFor(() => expect(sent).toEqual({ kind: 'lost', loss: '336.90' }));
    expect(screen.getByText('Loss: $336.90.')).toBeVisible();
    expect(screen.getByText(/Booked so far: \$100\.00\./)).toBeVisible();
  });

  it('asks to correct the books when a booked loss has become smaller', async () => {
    const loss = { amount: '0.00', booked: '336.90' };
    openDesk(() => deskOf({ ...waiting, kind: 'lost', loss }), { address: atTask(waiting.transferId) });
    expect(await screen.findByText(/It has become smaller since: correct the books/)).toBeVisible();
  });

  it('shows what the bank disputes, until when it takes an answer, and the refund to answer it with', async () => {
    const dispute = { reason: 'product_not_received', amount: '336.90', dueBy: '2026-12-09T23:59:59.000Z' };
    const paidBack = { amount: '336.90', at: waiting.since, reference: 're_3QKa' };
    openDesk(() => deskOf({ ...waiting, kind: 'dispute', isDisputed: true, disputes: [dispute], paidBack }), {
      address: atTask(waiting.transferId),
    });
    expect(await screen.findByText('The bank disputes $336.90')).toBeVisible();
    expect(screen.getByText('Reason at the processor: product not received')).toBeVisible();
    expect(screen.getByText(/Answer due:/)).toHaveTextContent('Dec');
    expect(screen.getByText(/Already refunded: \$336\.90, reference re_3QKa/)).toBeVisible();
    await unload();
    const open = { ...dispute, dueBy: null };
    openDesk(() => deskOf({ ...waiting, kind: 'dispute', isDisputed: true, disputes: [open] }), {
      address: atTask(waiting.transferId),
    });
    expect(await screen.findByText(/the processor names no time/)).toBeVisible();
  });

  it('asks the second operator to confirm what they read, or to release it', async () => {
    const omar = { id: 'omar', name: 'Omar Diaz' };
    const proposal = {
      outcome: 'delivered',
      reference: 'CH-7',
      words: '',
      operator: omar,
      at: REPORTED_AT,
    } as const;
    let sent: unknown = null;
    const { user } = openDesk(() => deskOf({ ...claimed, kind: 'second_person', proposal }), {
      address: atTask(claimed.transferId),
      routes: {
        [`POST /compliance/payouts/${claimed.transferId}/confirm`]: (request: { body: unknown }) => {
          sent = request.body;
          return noContent();
        },
        [`POST /compliance/payouts/${claimed.transferId}/release`]: () => {
          sent = 'released';
          return noContent();
        },
        [`POST /compliance/payouts/${claimed.transferId}/reveal`]: () =>
          json({ recipient: 'Tina Wells', handle: 'tina@example.com', note: '' }),
      },
    });
    expect(await screen.findByText('CH-7')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Agree/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show recipient and handle' }));
    expect(await screen.findByText('tina@example.com')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Mark delivered' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Mark not sent' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Agree: delivered, $320.00' }));
    await waitFor(() => {
      expect(sent).toEqual({ kind: 'second_person', outcome: 'delivered', reference: 'CH-7' });
    });
    expect(await screen.findByText('Delivered: $320.00')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Release' }));
    await waitFor(() => {
      expect(sent).toBe('released');
    });
  });

  it("accepts the platform's message next to the reason, and shows it to the second operator", async () => {
    const words = 'This account cannot receive payments.';
    let sent: unknown = null;
    const { user } = openDesk(() => deskOf(claimed), {
      address: atTask(claimed.transferId),
      routes: {
        [`POST /compliance/payouts/${claimed.transferId}/failed`]: (request: { body: unknown }) => {
          sent = request.body;
          return noContent();
        },
      },
    });
    await user.click(await screen.findByRole('combobox', { name: 'Not sent' }));
    await user.click(await screen.findByRole('option', { name: 'Blocked by the platform', hidden: true }));
    await enterText(user, screen.getByLabelText(/^What .* says \(optional\)$/), words);
    await user.click(screen.getByRole('button', { name: 'Mark not sent' }));
    await waitFor(() => expect(sent).toEqual({ reason: 'blocked', words }));
    await unload();
    const omar = { id: 'omar', name: 'Omar Diaz' };
    const proposal = {
      outcome: 'failed',
      reference: 'blocked',
      words,
      operator: omar,
      at: REPORTED_AT,
    } as const;
    openDesk(() => deskOf({ ...claimed, kind: 'second_person', proposal }), {
      address: atTask(claimed.transferId),
    });
    expect(await screen.findByText(words)).toBeVisible();
  });

  it("shows what differs from a provider's records, which an operator closes with a reason", async () => {
    const difference = { about: 'refund', recorded: '0 refunds', found: 're_1 completed' } as const;
    const differing: DeskTask = {
      ...waiting,
      kind: 'difference',
      differences: [{ ...difference, since: waiting.since }],
    };
    let sent: unknown = null;
    const { user } = openDesk(() => deskOf(differing), {
      address: atTask(waiting.transferId),
      routes: {
        [`POST /compliance/payouts/${waiting.transferId}/close`]: (request: { body: unknown }) => {
          sent = request.body;
          return noContent();
        },
      },
    });
    expect(await screen.findByText('We recorded: 0 refunds')).toBeVisible();
    expect(screen.getByText('The provider reports: re_1 completed')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Claim' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByText('Enter what it was and what you did about it.')).toBeVisible();
    await enterText(
      user,
      screen.getByLabelText('Reason for closing: The refund'),
      'Support refunded a dollar.',
    );
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => {
      expect(sent).toEqual({
        about: 'refund',
        found: 're_1 completed',
        reason: 'Support refunded a dollar.',
      });
    });
  });

  it('is read-only for other staff', async () => {
    openDesk(() => deskOf(waiting), {
      roles: ['sender', 'analyst'],
      address: atTask(waiting.transferId),
    });
    expect(await screen.findByText('Only operators work the desk.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Claim' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Claim next' })).toBeNull();
  });

  it('shows what happened to the money charged today', async () => {
    openDesk(() => deskOf());
    expect(await screen.findByText('Open, 1 transfer')).toBeVisible();
    expect(screen.getByText('$253.80')).toBeVisible();
    expect(screen.getByText('Balanced')).toBeVisible();
    expect(screen.queryByText(/Banks took back/)).toBeNull();
  });

  it('shows our loss beside what banks took back', async () => {
    const day = { ...today, lost: '253.80', loss: '126.90' };
    openDesk(() => deskOf(), { routes: { 'GET /compliance/ledger': () => json({ days: [day] }) } });
    expect(await screen.findByText(/Banks took back \$253\.80\..*: \$126\.90\./)).toBeVisible();
  });

  it('reports a ledger that does not balance', async () => {
    openDesk(() => deskOf(), {
      routes: { 'GET /compliance/ledger': () => json({ days: [{ ...today, isBalanced: false }] }) },
    });
    expect(await screen.findByText('Does not balance')).toBeVisible();
    expect(screen.queryByText('Balanced')).toBeNull();
  });

  it('has an empty state', async () => {
    openDesk(() => deskOf());
    expect(await screen.findByText('Nothing is waiting for a person.')).toBeVisible();
  });

  it.each(['state=mine', 'platform=Venmo'])(
    'says that nothing matches %s, not that nothing waits',
    async (filter) => {
      openDesk(() => deskOf(), { address: `/compliance/payouts?${filter}` });
      expect(await screen.findByText('No task matches.')).toBeVisible();
      expect(screen.queryByText('Nothing is waiting for a person.')).toBeNull();
    },
  );

  it('offers a retry when it did not load', async () => {
    openDesk(() => deskOf(), {
      routes: { 'GET /compliance/payouts': () => json({ code: 'internal', status: 500 }, 500) },
    });
    expect(await screen.findByText('The desk did not load')).toBeVisible();
  });
});
