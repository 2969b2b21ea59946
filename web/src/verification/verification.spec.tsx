import { screen, waitFor, within } from '@testing-library/react';
import type { KycRequest, KycStatus, VerificationOverview } from '@kernel/people/verification';
import { enterText } from '../../../test/web/enter-text';
import {
  ana,
  json,
  overview,
  refusal,
  renderPart,
  renderScreen,
  schedule,
  type Responses,
} from '../../../test/web/rendered-app';
import { NameCheck } from '../accounts/about/name-check';

const request = (status: KycStatus): KycRequest => ({
  id: 'k-1',
  uid: '7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10',
  status,
  fullName: 'Ana Torres',
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  inquiryId: 'inq_1',
  decides: true,
  confirmed: status === 'verified',
});

const standing = (changed: Partial<VerificationOverview>) => () => json({ ...overview, ...changed });
const pending = (next: VerificationOverview['next'], status: KycStatus, attemptsLeft = 3) =>
  standing({ badge: 'pending', next, attemptsLeft, items: [request(status)] });

const open = (responses: Responses = {}, address = '/verification') => renderScreen(address, responses);

describe('Verification', () => {
  it('cannot be started before consent is checked, as shown next to the button', async () => {
    const { user } = open();
    const button = await screen.findByRole('button', { name: 'Get Verified with Persona' });
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription('You must consent to data collection and verification.');
    await user.click(screen.getByRole('checkbox'));
    expect(button).toBeEnabled();
  });

  it('sends consent to the server and shows its refusal', async () => {
    const app = open({ 'POST /verification': () => refusal(403, 'email_unconfirmed') });
    await app.user.click(await screen.findByRole('checkbox'));
    await app.user.click(screen.getByRole('button', { name: 'Get Verified with Persona' }));
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(app.sent('POST /verification')).toMatchObject([{ body: { consent: true } }]);
  });

  it('is started under the full name on the ID, prefilled from the account', async () => {
    const app = open({ 'POST /verification': () => refusal(503, 'verification_unavailable') });
    const name = await screen.findByLabelText('Full name');
    expect(name).toHaveValue('Ana Torres');
    await app.user.click(screen.getByRole('checkbox'));
    await app.user.clear(name);
    const start = screen.getByRole('button', { name: 'Get Verified with Persona' });
    await app.user.click(start);
    expect(name).toHaveAccessibleDescription(/Enter your full name\./);
    expect(name).toHaveFocus();
    expect(app.sent('POST /verification')).toHaveLength(0);
    await enterText(app.user, name, 'Ana María Torres');
    await app.user.click(start);
    expect(app.sent('POST /verification')).toMatchObject([{ body: { fullName: 'Ana María Torres' } }]);
    await screen.findByRole('alert');
  });

  it('keeps the name of a check that is open already', async () => {
    open({ 'GET /verification': pending('continue', 'pending') });
    await screen.findByRole('button', { name: 'Continue verification' });
    expect(screen.queryByLabelText('Full name')).toBeNull();
  });

  it('does not open an address that is not a web address', async () => {
    const app = open({
      'POST /verification': () => json({ requestId: 'k-1', url: 'javascript:alert(1)' }, 201),
    });
    await app.user.click(await screen.findByRole('checkbox'));
    await app.user.click(screen.getByRole('button', { name: 'Get Verified with Persona' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was started');
    expect(window.location.pathname).toBe('/verification');
  });

  it('offers no start before the address is confirmed, and explains why', async () => {
    const app = open({
      'GET /me': () => json({ ...ana, emailConfirmed: false }),
      'GET /verification': standing({ emailConfirmed: false }),
    });
    await app.user.click(await screen.findByRole('checkbox'));
    const start = screen.getByRole('button', { name: 'Get Verified with Persona' });
    expect(start).toBeDisabled();
    expect(start).toHaveAccessibleDescription('Confirm your e-mail address first.');
  });

  it('requires a confirmed address first, and sends the link again', async () => {
    const app = open({
      'GET /verification': standing({ emailConfirmed: false }),
      'POST /auth/confirm/resend': () => new Response(null, { status: 204 }),
    });
    await app.user.click(await screen.findByRole('button', { name: 'Send the link again' }));
    expect(await screen.findByText('We sent a new link to ana@mail.example.')).toBeInTheDocument();
    expect(app.sent('POST /auth/confirm/resend')).toHaveLength(1);
  });

  it.each([
    ['continues what was started', pending('continue', 'pending'), 'Continue verification'],
    ['waits while documents are reviewed', pending('wait', 'needs_review'), 'We are checking your documents'],
    ['checks while a result may land', pending('wait', 'completed'), 'Checking your result'],
    ['tries again', pending('retry', 'failed', 2), 'Your verification did not succeed'],
    ['starts again after it expired', pending('restart', 'expired', 2), 'Your verification expired'],
    ['leads to support after the last attempt', pending('support', 'declined', 0), 'Let us help you'],
    [
      'is done',
      standing({ badge: 'verified', next: 'none', items: [request('verified')] }),
      'You are verified',
    ],
  ])('%s', async (_, answer, heading) => {
    open({ 'GET /verification': answer, 'POST /verification/refresh': answer });
    expect(await screen.findByRole('heading', { name: heading })).toBeInTheDocument();
  });

  it.each([
    ['no weekly limit', null, 'No limit'],
    ["the deployment's weekly limit", '5000.00', '$5,000'],
  ])('promises %s to the verified', async (_, verifiedWeeklyLimit, promised) => {
    open({ 'GET /fees/schedule': () => json({ ...schedule, verifiedWeeklyLimit }) });
    expect(await screen.findByRole('cell', { name: promised })).toBeInTheDocument();
  });

  it('does not ask verified senders for an ID and a selfie', async () => {
    open({
      'GET /me': () => json({ ...ana, verification: 'verified' }),
      'GET /verification': standing({ badge: 'verified', next: 'none', items: [request('verified')] }),
    });
    await screen.findByRole('heading', { name: 'You are verified' });
    expect(screen.getByRole('heading', { name: 'How much you can send' })).toBeVisible();
    expect(screen.getByRole('region', { name: 'How much you can send' })).toBeVisible();
    expect(document.body).not.toHaveTextContent(/selfie/i);
  });

  it('is also unverified on the dashboard after a failed check, next to its heading', async () => {
    open(
      {
        'GET /me': () => json({ ...ana, verification: 'pending' }),
        'GET /verification': pending('retry', 'failed', 2),
      },
      '/dashboard',
    );
    await screen.findByText('Your last verification did not succeed. You can try again.');
    expect(screen.getByText('Unverified')).toBeVisible();
    expect(screen.queryByText('Pending')).toBeNull();
  });

  it('explains after a failed check the reason, the next step, the current limit and the support contact', async () => {
    open({ 'GET /verification': pending('retry', 'failed', 2) });
    const card = within(await screen.findByRole('region', { name: 'Your verification did not succeed' }));
    expect(card.getByText(/could not confirm your identity/)).toBeVisible();
    expect(card.getAllByRole('listitem')).toHaveLength(3);
    expect(screen.getByText('Unverified')).toBeVisible();
    expect(screen.queryByText('Pending')).toBeNull();
    expect(screen.queryByText('A selfie')).toBeNull();
    const meanwhile = within(await screen.findByRole('region', { name: 'Meanwhile you can send' }));
    expect(meanwhile.getByText('Your limit stays $250 a week.')).toBeVisible();
    const history = within(screen.getByRole('region', { name: 'What happened so far' }));
    expect(history.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Consent given',
      'Identity not confirmed',
    ]);
    const talk = within(await screen.findByRole('region', { name: 'Talk to a person' }));
    expect(talk.getByRole('link', { name: 'help@flip.example' })).toHaveAttribute(
      'href',
      'mailto:help@flip.example',
    );
    expect(talk.getByRole('link', { name: '(336) 555-0142' })).toHaveAttribute('href', 'tel:3365550142');
  });

  it('shows how many attempts remain', async () => {
    open({ 'GET /verification': pending('retry', 'failed', 1) });
    expect(await screen.findByText('1 attempt left')).toBeInTheDocument();
  });

  it.each([
    ['comes', pending('wait', 'needs_review'), ['Consent given', 'A person is checking', 'Result']],
    ['does not come', pending('restart', 'expired'), ['Consent given', 'Expired before it was finished']],
  ])('lists the result after the steps so far while one %s', async (_, answer, steps) => {
    open({ 'GET /verification': answer, 'POST /verification/refresh': answer });
    const history = within(await screen.findByRole('region', { name: 'What happened so far' }));
    expect(history.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(
      steps,
    );
  });

  it('asks the server to query the provider on return, and ignores the status in the address', async () => {
    const app = open(
      { 'POST /verification/refresh': pending('retry', 'failed', 2) },
      '/verification?inquiry-id=inq_1&status=approved&reference-id=ana',
    );
    await screen.findByRole('heading', { name: 'Your verification did not succeed' });
    expect(app.sent('POST /verification/refresh').length).toBeGreaterThan(0);
    expect(window.location.search).toBe('');
  });

  it('updates automatically when the result arrives, for the rest of the product too', async () => {
    const app = open({
      'GET /verification': pending('wait', 'completed'),
      'POST /verification/refresh': pending('wait', 'completed'),
    });
    await screen.findByRole('heading', { name: 'Checking your result' });
    app.respond({
      'GET /me': () => json({ ...ana, verification: 'verified' }),
      'POST /verification/refresh': standing({
        badge: 'verified',
        next: 'none',
        items: [request('verified')],
      }),
    });
    await screen.findByRole('heading', { name: 'You are verified' });
    await waitFor(() => {
      expect(app.sent('GET /me').length).toBeGreaterThan(1);
    });
  });

  it('shows in place that it did not load, and can be retried', async () => {
    const app = open({ 'GET /verification': () => refusal(422, 'get_user_kyc_requests_failed') });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    app.respond({ 'GET /verification': standing({}) });
    await app.user.click(retry);
    expect(await screen.findByRole('checkbox')).toBeInTheDocument();
  });

  it('retries the limit of verified senders where it did not load', async () => {
    const app = open({ 'GET /fees/schedule': () => refusal(422, 'bad_request') });
    const row = within(await screen.findByRole('row', { name: /Weekly/ }));
    const retry = await row.findByRole('button', { name: 'Retry' });
    app.respond({ 'GET /fees/schedule': () => json({ ...schedule, verifiedWeeklyLimit: null }) });
    await app.user.click(retry);
    expect(await row.findByText('No limit')).toBeInTheDocument();
  });
});

describe('A check under a new name', () => {
  const before = { ...request('verified'), fullName: 'Ana Torres' };
  const repeat = (status: KycStatus) => ({
    ...request(status),
    id: 'k-2',
    fullName: 'Ana Vega',
    decides: status === 'verified',
  });
  const repeated = (next: VerificationOverview['next'], status: KycStatus) =>
    standing({ badge: 'verified', next, items: [repeat(status), before] });

  it.each([
    ['continue', 'created', 'Persona has to confirm the name Ana Vega.'],
    ['wait', 'needs_review', 'Persona is checking the name Ana Vega.'],
  ] as const)('that is open says what stays: %s', async (next, status, text) => {
    open({ 'GET /verification': repeated(next, status) });
    expect(await screen.findByRole('heading', { name: 'Your new name' })).toBeVisible();
    expect(screen.getByText(new RegExp(`^${text}.*your verification and your limits stay`))).toBeVisible();
    expect(screen.queryAllByRole('button', { name: 'Continue verification' })).toHaveLength(
      next === 'continue' ? 1 : 0,
    );
  });

  it('that did not succeed says that nothing has changed', async () => {
    open({ 'GET /verification': repeated('none', 'declined') });
    expect(
      await screen.findByText(/^The name Ana Vega was not confirmed\. Your name has not changed\./),
    ).toBeVisible();
    expect(screen.getByText(/^Verified as Ana Torres/)).toBeVisible();
  });

  it('that succeeded is the verification', async () => {
    open({ 'GET /verification': repeated('none', 'verified') });
    expect(await screen.findByText(/^Verified as Ana Vega/)).toBeVisible();
    expect(screen.queryByText(/was not confirmed/)).toBeNull();
  });

  it.each([
    ['wait', 'created', /^Persona has to confirm the name Ana Vega\. Until then your name stays\./],
    ['check', 'expired', /^The name Ana Vega was not confirmed\. Your name has not changed\.$/],
    ['support', 'failed', /Your name has not changed\. You have used all your attempts/],
  ] as const)('is named on the profile, as %s', async (nameStep, status, text) => {
    renderPart({
      part: <NameCheck overview={{ nameStep, items: [repeat(status), before] }} />,
      texts: ['account', 'verification'],
    });
    expect(await screen.findByText(text)).toBeVisible();
  });
});
