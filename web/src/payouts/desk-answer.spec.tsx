import { screen, waitFor } from '@testing-library/react';
import { PROBLEM_ANSWER_MAX_LENGTH, type DeskTask } from '@kernel/money/payouts';
import { enterText } from '../../../test/web/enter-text';
import { deskOf, seen, waiting } from '../../../test/web/desk';
import { ana, json, noContent, renderScreen } from '../../../test/web/rendered-app';

const SENTENCE = ' Reference: ZE-51F0-7718';
const task: DeskTask = {
  ...waiting,
  kind: 'problem',
  problems: [{ number: 'P-B718C0DE-1C04F2', text: 'Nothing arrived.' }],
};

/** The task of a reported problem; `sent` is what was answered. */
function openProblem(reference: string) {
  const sent: { answer?: string } = {};
  const steps = [{ step: 'delivered', at: '2026-11-21T09:10:00.000Z', reference }] as const;
  const app = renderScreen(`/compliance/payouts?task=${task.transferId}`, {
    'GET /me': () => json({ ...ana, roles: ['sender', 'operator'], hasSecondFactor: true }),
    'GET /compliance/payouts': () => json(deskOf(task)),
    [`GET /compliance/payouts/${task.transferId}`]: () =>
      json({ ...seen, status: 'delivered', steps: [...steps] }),
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
    ['with', `Zelle shows it.${SENTENCE}`],
    ['without', 'Zelle shows it.'],
  ])('goes %s the reference of the platform to its sender', async (how, answer) => {
    const { user, sent } = openProblem('ZE-51F0-7718');
    await enterText(user, await openedAnswer(), 'Zelle shows it.');
    const reference = await screen.findByRole('checkbox', { name: 'Include the reference ZE-51F0-7718' });
    if (how === 'with') await user.click(reference);
    await user.click(screen.getByRole('button', { name: 'Answer and close' }));
    await waitFor(() => {
      expect(sent.answer).toBe(answer);
    });
  });

  it('leaves room for the reference', async () => {
    openProblem('ZE-51F0-7718');
    await screen.findByRole('checkbox');
    expect(await openedAnswer()).toHaveAttribute(
      'maxlength',
      String(PROBLEM_ANSWER_MAX_LENGTH - SENTENCE.length),
    );
  });

  it('has no reference to include when the platform gave none', async () => {
    openProblem('');
    await openedAnswer();
    expect(await screen.findByText('Zelle confirmed it.')).toBeVisible();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
