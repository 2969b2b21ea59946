import { screen, waitFor, within } from '@testing-library/react';
import type { SenderStanding } from '@kernel/staff/standing';
import { enterText } from '../../../../test/web/enter-text';
import { ana, json, noContent, refusal, renderScreen } from '../../../../test/web/rendered-app';

const free: SenderStanding = {
  uid: 'carl',
  displayName: 'C•••• B••••',
  email: 'c••••@••••.example',
  verification: 'unverified',
  since: '2026-10-21T09:15:00.000Z',
  sent30Days: '205.00',
  transfers30Days: 4,
  cases: [],
  pauses: [],
  resumeRequest: null,
  suspension: null,
  reinstatementRequest: null,
};
const paused: SenderStanding = {
  ...free,
  pauses: [
    {
      cause: 'case',
      caseId: '5a7c1f0e-3b2d-5c4e-9f60-718293a4b5c6',
      reason: 'One handle.',
      byName: 'Irene Gold',
      since: '2026-11-20T12:00:00.000Z',
    },
  ],
};
const request = {
  by: 'irene',
  byName: 'Irene Gold',
  reason: 'The bank confirmed it.',
  coversAll: true,
  requestedAt: '2026-11-20T12:00:00.000Z',
  lapsesAt: '2026-11-21T12:00:00.000Z',
};
const PATH = 'GET /compliance/senders/carl';

function openSender(
  standing: SenderStanding,
  routes: Parameters<typeof renderScreen>[1] = {},
  role = 'lead',
) {
  localStorage.setItem('language', 'en');
  return renderScreen('/compliance/senders/carl?reason=support%3AS-1182', {
    'GET /me': () => json({ ...ana, roles: ['sender', role] as never, hasSecondFactor: true }),
    [PATH]: () => json(standing),
    ...routes,
  });
}

describe("a sender's page", () => {
  it('shows every pause with its cause, who decided it, why and since when', async () => {
    openSender({ ...paused, resumeRequest: request }, {}, 'auditor');
    expect(await screen.findByRole('heading', { name: 'Sender C•••• B••••' })).toBeVisible();
    const [cause] = screen.getAllByRole('listitem').filter((item) => within(item).queryByText('One handle.'));
    expect(cause).toHaveTextContent(/^Paused by a caseC-5A7C1FOne handle\.Irene Gold · /i);
    expect(screen.getByText('Irene Gold asked to end the pauses')).toBeVisible();
    expect(screen.getByText('The bank confirmed it.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /pause|reinstate|suspend/i })).toBeNull();
    expect(screen.getAllByText('Leads pause, suspend and lift.')).toHaveLength(2);
  });

  it('lets a lead pause at once, with a reason', async () => {
    const act = 'POST /compliance/senders/carl/pause';
    const { user, sent, respond } = openSender(free, { [act]: () => noContent() });
    await user.click(await screen.findByRole('button', { name: 'Pause sending' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Pause sending' }));
    expect(dialog.getByText('Write a reason.')).toBeVisible();
    expect(sent(act)).toEqual([]);
    respond({ [PATH]: () => json(paused) });
    await enterText(user, dialog.getByRole('textbox'), ' Somebody else uses it. ');
    await user.click(dialog.getByRole('button', { name: 'Pause sending' }));
    expect(await screen.findByText('Paused by a case')).toBeVisible();
    expect(sent(act).map(({ body }) => body)).toEqual([{ reason: 'Somebody else uses it.' }]);
  });

  it('lets another lead agree, and tells the first one to wait', async () => {
    openSender({ ...paused, resumeRequest: request });
    expect(await screen.findByRole('button', { name: 'Agree: end the pauses' })).toBeVisible();
    document.body.innerHTML = '';
    openSender({ ...paused, resumeRequest: { ...request, by: ana.uid } });
    expect(await screen.findByText('You asked for this. Another lead has to agree.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /end the pauses/ })).toBeNull();
  });

  it('leaves to the operations team what they suspended', async () => {
    const suspension = { cause: 'operations', reason: '', byName: null, since: request.requestedAt } as const;
    openSender({ ...free, suspension });
    expect(await screen.findByText('Only the operations team lifts this suspension.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /reinstate/i })).toBeNull();
  });

  it('shows one masked field for a reason, and hides it again', async () => {
    const path = 'POST /compliance/reveal';
    const { user, sent } = openSender(
      free,
      { [path]: () => json({ value: 'carl@people.example' }) },
      'auditor',
    );
    await user.click(await screen.findByRole('button', { name: 'Show: E-mail' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('textbox', { name: 'Reference' })).toHaveValue('S-1182');
    await user.click(dialog.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('carl@people.example')).toBeVisible();
    expect(sent(path).map(({ body }) => body)).toEqual([
      { subject: 'carl', field: 'email', reason: 'support:S-1182' },
    ]);
    expect(screen.getByText('C•••• B••••')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Hide: E-mail' }));
    expect(screen.queryByText('carl@people.example')).toBeNull();
  });

  it('shows nothing when the access was not recorded', async () => {
    const path = 'POST /compliance/reveal';
    const { user } = openSender(free, { [path]: () => refusal(503, 'service_unavailable') });
    await user.click(await screen.findByRole('button', { name: 'Show: Name' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Show' }));
    await waitFor(() => expect(dialog.getByRole('alert')).toBeVisible());
    expect(screen.getByText('c••••@••••.example')).toBeInTheDocument();
  });

  it('does not exist for oneself', async () => {
    openSender(free, { [PATH]: () => refusal(404, 'not_found') });
    expect(await screen.findAllByText('There is no such sender.')).not.toEqual([]);
  });
});
