import { screen, within } from '@testing-library/react';
import type { AuditCounts, AuditItem, AuditPage } from '@kernel/staff/audit';
import { ana, json, refusal, renderScreen } from '../../../test/web/rendered-app';

const CASE = '5a7c1f0e-3b2d-4c4e-9f60-718293a4b5c6';
const ROBIN = '6c2d8f0e-4b1a-4f0d-9b6e-9a0c1d2e3f40';

const proposed: AuditItem = {
  position: '00000000000000000042',
  at: '2026-11-24T10:41:19.000Z',
  kind: 'action',
  action: 'OutcomeProposed',
  person: ROBIN,
  personName: 'Robin Lindqvist',
  uid: 'carl',
  subjectName: 'C•••• B••••',
  caseId: CASE,
  transferId: null,
  stream: `case-${CASE}`,
  revision: '3',
  facts: { outcome: 'suspicious', pause: 'true' },
  factNames: {},
};
const assigned: AuditItem = {
  ...proposed,
  position: '00000000000000000041',
  action: 'CaseAssigned',
  facts: { assignee: ROBIN },
  factNames: { assignee: 'Robin Lindqvist' },
};
const granted: AuditItem = {
  ...proposed,
  position: '00000000000000000007',
  action: 'RoleGranted',
  person: 'operator:irene',
  personName: null,
  caseId: null,
  stream: 'account-carl',
  facts: { role: 'lead' },
};
const page: AuditPage = { items: [proposed, assigned, granted], nextCursor: null };
const counts: AuditCounts = { found: 1_001, kinds: { all: 1_001, look: 61, action: 149, export: 3 } };
const LIST = 'GET /compliance/audit';

function openAudit(path = '', routes: Parameters<typeof renderScreen>[1] = {}, roles = ['sender', 'lead']) {
  localStorage.setItem('language', 'en');
  return renderScreen(`/compliance/audit${path}`, {
    'GET /me': () => json({ ...ana, roles: roles as never, hasSecondFactor: true }),
    [LIST]: () => json(page),
    'GET /compliance/audit-counts': () => json(counts),
    'GET /compliance/audit-people': () => json({ items: [{ uid: ROBIN, name: 'Robin Lindqvist' }] }),
    ...routes,
  });
}

const rows = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);

describe('the audit', () => {
  it('lists who did what, on what, and counts up to 1,000', async () => {
    openAudit();
    const [first, second, third] = await rows();
    expect(first).toHaveTextContent(
      /Robin Lindqvist.*Action.*Outcome proposed.*C-5a7c1f0e.*Suspicious · Sender paused/,
    );
    expect(second).toHaveTextContent(/Case assigned.*to Robin Lindqvist/);
    expect(third).toHaveTextContent(/irene.*Role granted.*C•••• B••••.*Lead/);
    expect(await screen.findByRole('radio', { name: 'All 1,000+' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Looks at personal data 61' })).not.toBeChecked();
    expect(screen.getByText('3 of 1,000+')).toBeVisible();
  });

  it('has words for every fact, in its lines and in the details', async () => {
    const facts: AuditItem['facts'][] = [
      { reason: 'account_closed' },
      { cause: 'operations' },
      { about: 'refund_amount', recorded: '$1.00', found: '$2.00' },
      { action: 'PayoutFailed', format: 'csv', version: '2' },
      { against: 'velocity' },
    ];
    const actions = [
      'PayoutFailed',
      'AccountSuspended',
      'DifferenceSettled',
      'ExportMade',
      'BacktestStarted',
    ];
    const items = facts.map((one, place) => ({
      ...proposed,
      action: actions[place] ?? '',
      position: `00${String(place)}`,
      facts: one,
    }));
    const { user } = openAudit('', { [LIST]: () => json({ items, nextCursor: null }) });
    const lines = (await rows()).map(({ lastChild }) => lastChild?.textContent);
    expect(lines).toEqual(['Account closed', 'By operations', 'The amount refunded', 'CSV · v2', 'Velocity']);
    const detailsOf = async (name: string) => {
      await user.click(screen.getByRole('link', { name }));
      const dialog = await screen.findByRole('dialog', { name });
      const text = dialog.textContent;
      await user.keyboard('{Escape}');
      return text;
    };
    expect(await detailsOf('Difference closed')).toMatch(/Recorded\$1\.00Provider\$2\.00/);
    expect(await detailsOf('Export made')).toMatch(/Filter: actionPayout failed/);
  });

  it('is walked with j and k, and Enter opens an event with its place in the log', async () => {
    const { user } = openAudit();
    await rows();
    await user.keyboard('jjk');
    expect(screen.getByRole('link', { name: 'Outcome proposed' })).toHaveFocus();
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Outcome proposed' });
    expect(dialog).toHaveTextContent(/Place in the log.*Stream.*Revision3.*Position42/);
    expect(within(dialog).getByRole('link', { name: 'C-5a7c1f0e' })).toHaveAttribute(
      'href',
      `/compliance/cases/${CASE}`,
    );
    const [byPerson] = within(dialog).getAllByRole('link', { name: 'All events' });
    expect(byPerson).toHaveAttribute('href', `/compliance/audit?person=${ROBIN}`);
  });

  it('is filtered by one thing at a time', async () => {
    const { user, sent } = openAudit(`?person=${ROBIN}`);
    await rows();
    expect(screen.getByRole('combobox', { name: 'Staff' })).toHaveValue('Robin Lindqvist');
    await user.click(await screen.findByRole('radio', { name: /^Looks/ }));
    await rows();
    expect(screen.getByRole('combobox', { name: 'Staff' })).toHaveValue('Anyone');
    expect(sent(LIST).map(({ path }) => path.replace('/compliance/audit?', ''))).toEqual([
      `person=${ROBIN}&limit=50`,
      'action=look&limit=50',
    ]);
  });

  it('asks for a whole id or a case number', async () => {
    openAudit('?subject=29');
    expect(await screen.findByText('Not an ID or case number')).toBeVisible();
  });

  it('says that nothing matches, and shows everything again', async () => {
    const { user, respond } = openAudit('?action=export', {
      [LIST]: () => json({ items: [], nextCursor: null }),
    });
    expect(await screen.findByText('No such events')).toBeVisible();
    respond({ [LIST]: () => json(page) });
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    expect(await rows()).toHaveLength(3);
  });

  it('can be tried again after a failure', async () => {
    const { user, respond } = openAudit('', { [LIST]: () => refusal(503, 'service_unavailable') });
    expect(await screen.findByText('The audit could not be loaded')).toBeVisible();
    respond({ [LIST]: () => json(page) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await rows()).toHaveLength(3);
  });

  it('shows an operator their own actions, without filters and exports', async () => {
    const counts = { 'GET /compliance/audit-counts': () => json({ found: 3, kinds: null }) };
    const { sent } = openAudit('', counts, ['sender', 'operator']);
    expect(await rows()).toHaveLength(3);
    expect(screen.getByText('What you did. Nobody can change a line.')).toBeVisible();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Export/ })).not.toBeInTheDocument();
    expect(sent('GET /compliance/audit-people')).toEqual([]);
  });

  it('is exported with its filter once a code was given', async () => {
    const file = 'GET /compliance/audit.csv';
    const { user, sent } = openAudit('?action=look', { [file]: () => refusal(403, 'step_up_required') });
    await rows();
    await user.keyboard('x');
    const dialog = await screen.findByRole('dialog', { name: 'Export the audit' });
    expect(dialog).toHaveTextContent('The file has what the filter shows');
    await user.click(within(dialog).getByRole('radio', { name: 'CSV' }));
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    expect(await screen.findByRole('textbox', { name: /code/i })).toBeVisible();
    expect(sent(file)).toHaveLength(1);
  });
});
