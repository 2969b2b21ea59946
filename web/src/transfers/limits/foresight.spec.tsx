import { screen, within } from '@testing-library/react';
import type { Allowance } from '@kernel/money/transfers';
import {
  allowance,
  ana,
  json,
  overview,
  refusal,
  renderScreen,
  type RenderedApp,
} from '../../../../test/web/rendered-app';

/** The time of day so many days from now, in the sender's own zone. */
function inDays(days: number, hour: number, minute: number): Date {
  const date = new Date();
  date.setDate(date.getDate() + days);
  date.setHours(hour, minute, 0, 0);
  return date;
}

const dayName = (date: Date, language: string, named: Intl.DateTimeFormatOptions = {}) =>
  new Intl.DateTimeFormat(language, { weekday: 'long', ...named }).format(date);

const soon = inDays(2, 14, 5);
const later = inDays(4, 13, 9);
/** $170 of $250 are used. */
const used: Allowance = {
  ...allowance,
  used: '170.00',
  remaining: '80.00',
  frees: [
    { at: soon.toISOString(), amount: '120.00' },
    { at: later.toISOString(), amount: '50.00' },
  ],
};

const overLimit = () =>
  refusal(422, 'weekly_limit_exceeded', {
    remaining: '80.00',
    perTransferLimit: '1000.00',
    sendable: '80.00',
  });

async function press(app: RenderedApp, amount: string): Promise<HTMLElement> {
  const fill = async (field: HTMLElement, text: string) => {
    await app.user.clear(field);
    await app.user.click(field);
    await app.user.paste(text);
  };
  await fill(await screen.findByLabelText('Recipient name'), 'Maya Okafor');
  await app.user.click(screen.getByRole('radio', { name: 'Cash App' }));
  await fill(screen.getByLabelText(/platform e-mail\/handle/), 'mayaokafor');
  await fill(screen.getByLabelText('Amount'), amount);
  await app.user.click(screen.getByRole('button', { name: 'Send Transfer' }));
  const options = await screen.findByRole('button', { name: 'Send $80.00 instead' });
  return options.closest('[role=note]') as HTMLElement;
}

const refusing = (known: Allowance) => ({
  'GET /allowance': () => json(known),
  'POST /transfers/check': overLimit,
});

describe('What can be sent when', () => {
  it('is on the dashboard: now, next, and when the full limit is available again', async () => {
    renderScreen('/dashboard', { 'GET /allowance': () => json(used) });
    const box = await screen.findByRole('region', { name: 'Remaining this week' });
    await within(box).findByText(
      `You can send $80 now, $200 on ${dayName(soon, 'en-US')} at 2:05 PM, and $250 on ${dayName(later, 'en-US')} at 1:09 PM.`,
    );
  });

  it('includes the date of a weekday equal to today', async () => {
    const nextWeek = inDays(7, 0, 30);
    const frees = [{ at: nextWeek.toISOString(), amount: '120.00' }];
    renderScreen('/dashboard', { 'GET /allowance': () => json({ ...allowance, frees }) });
    const day = dayName(nextWeek, 'en-US', { month: 'long', day: 'numeric' });
    await screen.findByText(`You can send $130 now and $250 on ${day} at 12:30 AM.`);
  });

  it('has the correct article of the hour in Spanish', async () => {
    localStorage.setItem('language', 'es');
    renderScreen('/dashboard', {
      'GET /allowance': () => json({ ...used, remaining: '0.00', used: '250.00' }),
    });
    const [first, second] = [dayName(soon, 'es-US'), dayName(later, 'es-US')];
    await screen.findByText(
      (text) =>
        text.startsWith(`Puedes enviar $120 el ${first} a las 2:05`) &&
        text.includes(`y $170 el ${second} a la 1:09`) &&
        /[^.]\.m\.$/.test(text),
    );
  });

  it.each([
    ['1.00', '249.00', 'You can send $1 now and $121 on'],
    ['0.99', '249.01', 'You can send $120.99 on'],
  ])('begins with now from the least amount on that can be sent: $%s', async (remaining, spent, words) => {
    const frees = used.frees.slice(0, 1);
    renderScreen('/dashboard', { 'GET /allowance': () => json({ ...used, remaining, used: spent, frees }) });
    await screen.findByText((text) => text.startsWith(words));
  });

  it('is not shown when nothing counts against the week', async () => {
    renderScreen('/dashboard');
    await screen.findByText(/120.00 sent/);
    expect(screen.queryByText(/^You can send/)).not.toBeInTheDocument();
  });

  it('shows for a refused amount the earliest time when it fits', async () => {
    const app = renderScreen('/dashboard', refusing(used));
    const refused = await press(app, '180');
    expect(refused).toHaveTextContent(
      `You can send $80 now and $180 on ${dayName(soon, 'en-US')} at 2:05 PM.`,
    );
  });

  it('shows at the field when the amount will fit', async () => {
    const app = renderScreen('/dashboard', refusing(used));
    await app.user.click(await screen.findByLabelText('Amount'));
    await app.user.paste('210');
    await app.user.tab();
    expect(screen.getByLabelText('Amount')).toHaveAccessibleDescription(
      new RegExp(`You can send \\$80 now and \\$210 on ${dayName(later, 'en-US')} at 1:09`),
    );
  });

  it('does not tell a sender whose check is under way to get verified', async () => {
    const app = renderScreen('/dashboard', {
      ...refusing(used),
      'GET /me': () => json({ ...ana, verification: 'pending' }),
      'GET /verification': () => json({ ...overview, badge: 'pending', next: 'wait' }),
    });
    const refused = await press(app, '300');
    expect(refused).toHaveTextContent('$300 is more than your weekly limit of $250.');
    expect(refused).not.toHaveTextContent('Get verified');
  });

  it('explains what helps when an amount never fits', async () => {
    const app = renderScreen('/dashboard', refusing(used));
    const refused = await press(app, '300');
    expect(refused).toHaveTextContent(
      '$300 is more than your weekly limit of $250. Get verified to send up to $1,000 per transfer.',
    );
  });
});
