import { screen, waitFor, within } from '@testing-library/react';
import { feesOf, type FeeScheduleName } from '@kernel/money/fees';
import { formatAmount } from '@kernel/money/money';
import { PLATFORMS } from '@kernel/money/platforms';
import { enterText } from '../../../../test/web/enter-text';
import {
  config,
  json,
  renderApp,
  schedule as overview,
  type RenderedApp,
  type Responses,
} from '../../../../test/web/rendered-app';

const AMOUNTS_CENTS = [45_00, 50_00, 120_00, 260_00, 500_00, 1_000_00];

function overviewOf(schedule: FeeScheduleName) {
  const rows = AMOUNTS_CENTS.map((cents) => {
    const fees = feesOf(cents, schedule);
    const breakdown = {
      flipFee: formatAmount(fees.flipFeeCents),
      processingFee: formatAmount(fees.processingFeeCents),
    };
    const totals = { totalFee: formatAmount(fees.totalFeeCents), total: formatAmount(fees.totalCents) };
    return { amount: formatAmount(cents), fees: { ...totals, breakdown }, schedule };
  });
  const thirdParty = [
    { platform: 'Zelle', fee: '0.00' },
    { platform: 'Chime', fee: '0.50' },
  ];
  return { ...overview, schedule, rows, thirdParty };
}

function rowTexts(table: HTMLElement): string[] {
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent).join(' '));
}

async function openFees(schedule: FeeScheduleName, responses: Responses = {}): Promise<RenderedApp> {
  const app = renderApp('/fees', {
    'GET /fees/schedule': () => json(overviewOf(schedule)),
    ...responses,
  });
  await screen.findByRole('table');
  return app;
}

describe('/fees', () => {
  it('computes the table and the note of 3 % plus 30 cents from the active schedule', async () => {
    await openFees('card-3pct-plus-30c');
    expect(rowTexts(screen.getByRole('table'))).toEqual([
      '$45.00 $1.00 $1.65 $47.65',
      '$50.00 $1.00 $1.80 $52.80',
      '$120.00 $3.00 $3.90 $126.90',
      '$260.00 $6.00 $8.10 $274.10',
      '$500.00 $10.00 $15.30 $525.30',
      '$1,000.00 $20.00 $30.30 $1,050.30',
    ]);
    expect(
      screen.getByText('Card processing fee: 3% of the amount plus $0.30 ($500 gives $15.30; total $525.30)'),
    ).toBeVisible();
  });

  it('says when the money of each platform usually arrives, and when a refund does', async () => {
    const platforms = PLATFORMS.map((platform) => ({ platform, minutes: platform === 'PayPal' ? 5 : 240 }));
    const app = await openFees('card-3pct-plus-30c', {
      'GET /config': () => json({ ...config, arrival: { ...config.arrival, platforms } }),
    });
    const arrives = () => screen.getByText(/^Paid now, usually there by/).textContent;
    const byHand = arrives();
    await app.user.click(screen.getByRole('radio', { name: 'PayPal' }));
    expect(arrives()).not.toBe(byHand);
    expect(
      screen.getByText(
        /you get everything back, fees included\. Refunded today, it is usually on your card by/,
      ),
    ).toBeVisible();
  });

  it('computes them for 0.30 % with the text of the specification', async () => {
    await openFees('card-0.30pct');
    expect(rowTexts(screen.getByRole('table'))).toContain('$1,000.00 $20.00 $3.00 $1,023.00');
    expect(
      screen.getByText('Card processing fee: 0.30% of the amount ($500 gives $1.50; total $511.50)'),
    ).toBeVisible();
  });

  it('names limits, payment methods, fees of third parties and a tip', async () => {
    await openFees('card-3pct-plus-30c');
    expect(screen.getByText(/Unverified: up to \$250 in total per week/)).toBeVisible();
    expect(screen.getByText('Verified: up to $1,000 per transfer.')).toBeVisible();
    expect(screen.getByText('Only debit cards are accepted.')).toBeVisible();
    expect(screen.getByText('Chime: $0.50 deducted')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Tip' })).toBeVisible();
    expect(screen.getByText(/^Each \$1 of the transfer fee covers up to \$50/)).toBeVisible();
  });

  it.each([
    ['/fees', 'Verified, in total: up to $5,000 in seven days.'],
    ['/terms', 'Verified senders can send up to $5,000 in total in seven days.'],
  ])("names the deployment's weekly limit of verified senders on %s", async (address, text) => {
    const limited = () => json({ ...overview, verifiedWeeklyLimit: '5000.00' });
    renderApp(address, { 'GET /fees/schedule': limited });
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('calculates any amount, marks its row and subtracts what the chosen platform deducts', async () => {
    const { user } = await openFees('card-3pct-plus-30c');
    const gets = () => screen.getByText('Recipient gets').nextElementSibling;
    const marked = () => rowTexts(screen.getByRole('table')).filter((_, row) => isMarked(row));
    const isMarked = (row: number) =>
      screen.getAllByRole('row')[row + 1]?.getAttribute('aria-current') === 'true';
    expect(marked()).toEqual(['$120.00 $3.00 $3.90 $126.90']);
    await user.click(screen.getByRole('button', { name: '$500' }));
    expect(marked()).toEqual(['$500.00 $10.00 $15.30 $525.30']);
    expect(gets()).toHaveTextContent('$500.00');
    expect(screen.queryByText(/deducts/)).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Chime' }));
    expect(gets()).toHaveTextContent('$499.50');
    expect(screen.getByText('Chime deducts $0.50 from this amount before delivery.')).toBeVisible();
  });

  it('states once that nothing is deducted anywhere', async () => {
    const nothing = { ...overviewOf('card-3pct-plus-30c'), thirdParty: [{ platform: 'Zelle', fee: '0.00' }] };
    renderApp('/fees', { 'GET /fees/schedule': () => json(nothing) });
    await screen.findByRole('table');
    expect(screen.getAllByText(/nothing is deducted/i)).toHaveLength(1);
  });
});

describe('the calculator of the landing page', () => {
  const total = () => screen.getByText('Total to charge').nextElementSibling;
  const amount = () => screen.findByLabelText('Amount');

  it('shows what a transfer costs while typing, by the active schedule', async () => {
    const app = renderApp('/', { 'GET /fees/schedule': () => json(overviewOf('card-0.30pct')) });
    await app.user.clear(await amount());
    await app.user.type(await amount(), '1,000');
    expect(await screen.findByText('Total to charge: $1,023.00')).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: '$500' }));
    expect(await screen.findByText('Total to charge: $511.50')).toBeInTheDocument();
    expect(await amount()).toHaveValue('500.00');
    expect(screen.getByRole('button', { name: '$500' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('reports an invalid amount and one over the limit', async () => {
    const app = renderApp('/');
    await app.user.clear(await amount());
    await app.user.type(await amount(), '12x');
    expect(await amount()).toHaveAccessibleDescription('Enter an amount like 120.00.');
    await app.user.clear(await amount());
    await app.user.type(await amount(), '1000.01');
    expect(await amount()).toHaveAccessibleDescription('A transfer can be up to $1,000.');
    await waitFor(() => {
      expect(total()).toHaveTextContent('–');
    });
    expect(screen.getByText('Recipient gets').nextElementSibling).toHaveTextContent('–');
    await app.user.clear(await amount());
    await enterText(app.user, await amount(), '999999999');
    expect(await amount()).toHaveAccessibleDescription('A transfer can be up to $1,000.');
    await app.user.clear(await amount());
    await app.user.type(await amount(), '0.50');
    expect(await amount()).toHaveAccessibleDescription('The smallest transfer is $1.');
  });
});
