import { screen, waitFor, within } from '@testing-library/react';
import type { SenderActivity } from '@kernel/staff/sender-activity';
import type { SenderStanding } from '@kernel/staff/standing';
import { ERASED } from '@kernel/text/erased';
import { enterText } from '../../../../test/web/enter-text';
import { ana, json, noContent, refusal, renderScreen } from '../../../../test/web/rendered-app';

const free: SenderStanding = {
  uid: 'carl',
  displayName: 'C•••• B••••',
  email: 'c••••@••••.example',
  verification: 'unverified',
  states: [],
  since: '2026-10-21T09:15:00.000Z',
  requested30Days: '205.00',
  transfers30Days: 4,
  cases: [],
  pauses: [],
  resumeRequest: null,
  suspension: null,
  reinstatementRequest: null,
  closedAt: null,
  erasedAt: null,
  erasure: null,
  legalHold: null,
};
const paused: SenderStanding = {
  ...free,
  states: ['paused'],
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
const closed: SenderStanding = {
  ...free,
  states: ['closed'],
  closedAt: '2026-11-03T12:00:00.000Z',
  erasure: { dueAt: '2033-11-03T12:00:00.000Z', keptBy: [] },
};
const held: SenderStanding = {
  ...closed,
  states: ['closed', 'legal_hold'],
  legalHold: { reason: 'A court asked.', byName: 'Irene Gold', since: '2026-11-20T12:00:00.000Z' },
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
const ACTIVITY = 'GET /compliance/senders/carl/activity';
const dora = { uid: 'dora', senderName: 'D•••• D••••', lastAt: '2026-11-20T12:00:00.000Z' };
const attempt = {
  recipient: 'L•••• O••••',
  platform: 'Zelle',
  amount: '210.00',
  at: '2026-11-20T12:00:00.000Z',
  refused: 'weekly_limit_exceeded',
  status: null,
  isHeld: false,
} as const;
const activity: SenderActivity = {
  uid: 'carl',
  reason: 'support:S-1182',
  recordedAt: '2026-11-21T12:00:00.000Z',
  hasSecondFactor: false,
  allowance: {
    tier: 'unverified',
    weeklyLimit: '250.00',
    used: '240.00',
    sent: '240.00',
    waiting: '0.00',
    freeing: '0.00',
    unpaid: [],
    remaining: '10.00',
    perTransferLimit: '1000.00',
    frees: [],
  },
  unpaid: { count: 0, amount: '0.00' },
  held: { count: 1, amount: '240.00' },
  refused30Days: [{ reason: 'weekly_limit_exceeded', count: 2 }],
  attempts: [
    { ...attempt, id: 'aaaaaaaa-1' },
    { ...attempt, id: 'aaaaaaaa-2' },
    { ...attempt, id: '8f8e673a-3', amount: '240.00', refused: null, status: 'processing', isHeld: true },
  ],
  olderAttempts: 0,
  cards: [
    {
      brand: 'visa',
      last4: '3220',
      isSaved: true,
      firstUsedAt: '2026-09-24T12:00:00.000Z',
      paid: 4,
      declined: 0,
      others: { count: 1, cut: false, items: [dora] },
    },
  ],
  handles: [
    {
      transferId: '8f8e673a-3',
      platform: 'Zelle',
      handle: 'l••••@••••.example',
      sent: 1,
      refused: 2,
      amount: '240.00',
      others: { count: 0, cut: false, items: [] },
    },
  ],
  cases: [
    {
      id: '6b5b867f-case',
      ruleId: 'structuring',
      status: 'open',
      outcome: null,
      atRisk: '240.00',
      createdAt: '2026-11-20T12:00:00.000Z',
      dueAt: '2026-12-20T12:00:00.000Z',
      assignee: 'robin',
      openedAgain: null,
      reviewedAt: null,
    },
  ],
  checks: [
    {
      id: 'check-1',
      status: 'failed',
      list: 'declined',
      isRevoked: false,
      updatedAt: '2026-11-20T12:00:00.000Z',
    },
  ],
  failedChecks: 1,
};

function openSender(
  standing: SenderStanding,
  routes: Parameters<typeof renderScreen>[1] = {},
  role = 'lead',
  query = '?reason=support%3AS-1182',
) {
  localStorage.setItem('language', 'en');
  return renderScreen(`/compliance/senders/carl${query}`, {
    'GET /me': () => json({ ...ana, roles: ['sender', role] as never, hasSecondFactor: true }),
    [PATH]: () => json(standing),
    [ACTIVITY]: () => json(activity),
    ...routes,
  });
}

describe("a sender's page", () => {
  it('shows every pause with its cause, who decided it, why and since when', async () => {
    openSender({ ...paused, resumeRequest: request }, {}, 'auditor');
    expect(await screen.findByRole('heading', { name: 'C•••• B••••' })).toBeVisible();
    const [cause] = screen.getAllByRole('listitem').filter((item) => within(item).queryByText('One handle.'));
    expect(cause).toHaveTextContent(/^Paused by a caseC-5A7C1F0EOne handle\.Irene Gold · /i);
    expect(screen.getByText('Irene Gold asked to end the pauses')).toBeVisible();
    expect(screen.getByText('The bank confirmed it.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /pause|reinstate|suspend/i })).toBeNull();
    expect(screen.getByText('Leads pause, suspend, hold and lift.')).toBeVisible();
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
    openSender({ ...free, states: ['suspended'], suspension });
    expect(await screen.findByText('Only the operations team lifts this suspension.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /reinstate/i })).toBeNull();
  });

  it('shows a closed account with its legal hold, which one lead lifts with a reason', async () => {
    const act = 'POST /compliance/senders/carl/lift-legal-hold';
    const { user, sent, respond } = openSender(held, { [act]: () => noContent() });
    const card = within(await screen.findByRole('region', { name: 'Data' }));
    expect(card.getByText(/^Closed on Nov 3/)).toBeVisible();
    expect(card.getByText(/^On legal hold since Nov 20/).parentElement).toHaveTextContent(
      /A court asked\.Irene Gold · /,
    );
    expect(screen.queryByRole('button', { name: /pause|suspend/i })).toBeNull();
    expect(screen.queryByText('May send')).toBeNull();
    await user.click(card.getByRole('button', { name: 'Lift the legal hold' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Lift the legal hold' }));
    expect(dialog.getByText('Write a reason.')).toBeVisible();
    respond({ [PATH]: () => json(closed) });
    await enterText(user, dialog.getByRole('textbox'), 'The court closed it.');
    await user.click(dialog.getByRole('button', { name: 'Lift the legal hold' }));
    expect(await card.findByRole('button', { name: 'Place a legal hold' })).toBeVisible();
    expect(sent(act).map(({ body }) => body)).toEqual([{ reason: 'The court closed it.' }]);
  });

  it('says when the data of a closed account is erased, and what keeps it all the same', async () => {
    openSender({
      ...held,
      states: ['closed', 'erasure_due', 'legal_hold'],
      erasure: { dueAt: '2026-11-10T12:00:00.000Z', keptBy: ['legal_hold', 'case_open'] },
    });
    const card = within(await screen.findByRole('region', { name: 'Data' }));
    expect(card.getByText(/^Due for erasure on Nov 10/).parentElement).toHaveTextContent(
      /Not erased while the legal hold lastsNot erased while a case is open$/,
    );
    expect(screen.getByText('Due for erasure')).toBeVisible();
  });

  it('offers a legal hold on an open account to leads', async () => {
    openSender(free);
    expect(await screen.findByRole('button', { name: 'Place a legal hold' })).toBeVisible();
  });

  it('shows a legal hold to every reader, and that it keeps nobody from sending', async () => {
    openSender({ ...held, states: ['legal_hold'], closedAt: null }, {}, 'auditor');
    expect(await screen.findByText('A court asked.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /legal hold/ })).toBeNull();
    expect(screen.getAllByText('May send')).toHaveLength(2);
  });

  it('has a word instead of an erased name, and nothing to show or to do', async () => {
    const gone = { displayName: ERASED, email: ERASED, erasure: null, erasedAt: '2026-11-10T12:00:00.000Z' };
    openSender({ ...closed, ...gone, states: ['erased', 'closed'] });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(/^Erased$/);
    expect(screen.getByText(/^Erased on Nov 10/)).toBeVisible();
    expect(document.body).not.toHaveTextContent(ERASED);
    expect(screen.queryByRole('button', { name: /^Show: (Name|E-mail)|hold|pause|suspend/i })).toBeNull();
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
    expect(screen.getAllByText('C•••• B••••')).toHaveLength(2);
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

  it('shows the week, attempts, cards and handles with who else used them, cases and checks', async () => {
    const { user } = openSender(free);
    const part = async (name: string) => within(await screen.findByRole('region', { name }));
    const attempts = await part('Transfers and refusals');
    expect(screen.getByText('Refused, 30 days').parentElement).toHaveTextContent('2weekly limit');
    expect(attempts.getAllByRole('row')).toHaveLength(3);
    expect(attempts.getByText('On hold')).toBeVisible();
    await user.click(attempts.getByRole('button', { name: '2 equal attempts' }));
    expect(attempts.getAllByRole('row')).toHaveLength(5);
    await user.click(attempts.getByRole('radio', { name: 'Accepted 1' }));
    expect(attempts.getAllByRole('row')).toHaveLength(2);
    const cards = await part('Cards');
    await user.click(cards.getByText('also used by 1 other sender'));
    expect(cards.getByRole('link', { name: 'D•••• D••••' })).toHaveAttribute(
      'href',
      '/compliance/senders/dora?reason=support%3AS-1182',
    );
    expect((await part('Handles')).getByText('Only this sender')).toBeVisible();
    expect((await part('Cases')).getByRole('link')).toHaveAttribute(
      'href',
      '/compliance/cases/6b5b867f-case',
    );
    expect((await part('Identity checks')).getByText('1 of 3 tries used')).toBeVisible();
  });

  it('says why it was not read again, and shows what it has', async () => {
    let reads = 0;
    const { user } = openSender(free, {
      [ACTIVITY]: () => ((reads += 1) === 1 ? json(activity) : refusal(422, 'history_too_long')),
    });
    await user.click(await screen.findByRole('button', { name: 'Read again' }));
    expect(await screen.findByText('Not read again: what is shown is older.')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Transfers and refusals' })).toBeVisible();
  });

  it('unfolds equal attempts on a phone too', async () => {
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation(
        (query) =>
          ({ matches: true, media: query, addEventListener() {}, removeEventListener() {} }) as never,
      );
    const { user } = openSender(free);
    const attempts = within(await screen.findByRole('region', { name: 'Transfers and refusals' }));
    const [unfold] = attempts.getAllByRole('button', { name: '2 equal attempts' });
    // Its own column is hidden there.
    expect(unfold?.closest('.wide-only')).toBeNull();
    await user.click(unfold as HTMLElement);
    expect(attempts.getAllByRole('row')).toHaveLength(5);
  });

  it('asks for the reason first, since what it shows is recorded', async () => {
    const { sent } = openSender(free, {}, 'auditor', '');
    expect(await screen.findByRole('textbox', { name: 'Reference' })).toBeVisible();
    expect(sent(ACTIVITY)).toEqual([]);
  });

  it('does not exist for oneself', async () => {
    openSender(free, { [PATH]: () => refusal(404, 'not_found') });
    expect(await screen.findAllByText('There is no such sender.')).not.toEqual([]);
  });
});
