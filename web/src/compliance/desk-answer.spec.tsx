import { screen, waitFor } from '@testing-library/react';
import { PROBLEM_ANSWER_MAX_LENGTH, type DeskTask, type DeskTransfer } from '@kernel/payouts';
import { ana, json, noContent, renderApp } from '../../../test/web/rendered-app';

const SENTENCE = ' Reference: CA-51F0-7718';
const task: DeskTask = {
  ...{ transferId: 'b718c0de-0000-4000-8000-000000000001', kind: 'problem', route: 'desk' },
  ...{ platform: 'Cash App', recipient: 'T•••• R••••', handle: '$t••••', amount: '60.00' },
  ...{ since: '2026-11-21T09:00:00.000Z', needsSecondPerson: false, isDisputed: false },
  ...{ operator: null, claimedAt: null, seenAt: null, refund: null, proposal: null, doneAs: null },
  ...{ outcome: null, differences: [] },
  problems: [{ number: 'P-B718C0DE-1C04F2', text: 'Nothing arrived.' }],
};
const transfer: DeskTransfer = {
  ...{ transferId: task.transferId, sender: 'A•••• D••••', recipient: task.recipient },
  ...{ handle: task.handle, platform: 'Cash App', amount: '60.00', total: '64.10' },
  ...{ createdAt: '2026-11-21T08:58:00.000Z', status: 'delivered', cancellable: 'no' },
  card: { brand: 'visa', last4: '5556' },
  payment: { state: 'captured', payBy: null },
  steps: [],
  problems: [],
  caseId: null,
};

/** The task of a reported problem; `sent` is what was answered. */
function openProblem(reference: string) {
  const sent: { answer?: string } = {};
  const steps = [{ step: 'delivered', at: '2026-11-21T09:10:00.000Z', reference }] as const;
  const tasks = { items: [task], isCut: false, total: '60.00', secondPersonOver: '500.00' };
  const app = renderApp(`/compliance/payouts?task=${task.transferId}`, {
    'GET /me': () => json({ ...ana, roles: ['sender', 'operator'], hasSecondFactor: true }),
    'GET /compliance/payouts': () => json({ ...tasks, lateAfterMinutes: 30 }),
    [`GET /compliance/payouts/${task.transferId}`]: () => json({ ...transfer, steps: [...steps] }),
    'GET /compliance/ledger': () => json({ days: [] }),
    'GET /compliance/strays': () => json({ items: [] }),
    [`POST /compliance/payouts/${task.transferId}/confirm`]: ({ body }) => {
      Object.assign(sent, body);
      return noContent();
    },
  });
  return { ...app, sent };
}
const openedAnswer = () => screen.findByRole('textbox', { name: 'What did you do?' });

describe('the answer to a reported problem', () => {
  it.each([
    ['with', `Cash App shows it.${SENTENCE}`],
    ['without', 'Cash App shows it.'],
  ])('goes %s the reference of the platform to its sender', async (how, answer) => {
    const { user, sent } = openProblem('CA-51F0-7718');
    await user.type(await openedAnswer(), 'Cash App shows it.');
    const reference = await screen.findByRole('checkbox', { name: 'Include the reference CA-51F0-7718' });
    if (how === 'with') await user.click(reference);
    await user.click(screen.getByRole('button', { name: 'Answer and close' }));
    await waitFor(() => {
      expect(sent.answer).toBe(answer);
    });
  });

  it('leaves room for the reference', async () => {
    openProblem('CA-51F0-7718');
    await screen.findByRole('checkbox');
    expect(await openedAnswer()).toHaveAttribute(
      'maxlength',
      String(PROBLEM_ANSWER_MAX_LENGTH - SENTENCE.length),
    );
  });

  it('has no reference to include when the platform gave none', async () => {
    openProblem('');
    await openedAnswer();
    expect(await screen.findByText('Cash App confirmed it.')).toBeVisible();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
