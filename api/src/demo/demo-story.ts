import type { Locale } from '../kernel/accounts.js';
import type { ReviewRequest } from '../kernel/compliance.js';
import { normalizeHandle } from '../kernel/handles.js';
import { centsOf } from '../kernel/money.js';
import type { Platform } from '../kernel/platforms.js';
import type { Send } from '../kernel/transfers.js';
import type { ChangePreferencesRequest } from '../kernel/preferences.js';
import { ANALYST, LUIS, MAYA } from './demo-users.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
const MINUTE_MS = 60 * 1_000;

/** A person of the demo data whom nobody signs in as. */
export interface DemoPerson {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly locale: Locale;
}

/** One thing that happened in the months before the first start, in order of `beforeMs`. */
export type DemoStep = { readonly beforeMs: number; readonly email: string } & (
  | { readonly type: 'sign-up'; readonly person: DemoPerson | null }
  | { readonly type: 'verify' }
  | { readonly type: 'prefer'; readonly wanted: ChangePreferencesRequest }
  /** A suspicious one is waited for until its case is recorded. */
  | { readonly type: 'send'; readonly send: Send; readonly isSuspicious: boolean }
  /** Closes the sender's open case; `cases` is how many the sender has had by then. */
  | { readonly type: 'review'; readonly cases: number; readonly review: ReviewRequest }
);

type Recipient = readonly [name: string, platform: Platform, handle: string];

const DANIEL: Recipient = ['Daniel Okafor', 'Zelle', 'daniel@people.example'];
const PRIYA: Recipient = ['Priya Nair', 'Venmo', '@priya-nair'];
const TOMAS: Recipient = ['Tomás Rivera', 'Cash App', '$tomasrivera'];
const GRACE: Recipient = ['Grace Okafor', 'PayPal', 'grace@people.example'];
const KIM: Recipient = ['Kim Tran', 'Chime', '$kim-tran'];
const LEO: Recipient = ['Leo Marsh', 'Apple Pay', '(919) 555-0178'];

const NADIA: DemoPerson = person('Nadia', 'Voss', 'en');
const CARL: DemoPerson = person('Carl', 'Beck', 'en');
const ELENA: DemoPerson = person('Elena', 'Ruiz', 'es');

/** Days ago, dollars, recipient, note. Never near a fraud rule; the last week leaves $20 of $250. */
const MAYA_SENDS: readonly (readonly [number, string, Recipient, string?])[] = [
  [121.2, '45.00', DANIEL, 'Groceries'],
  [118.4, '20.00', PRIYA, 'Lunch on Friday'],
  [114.7, '60.00', GRACE],
  [110.3, '35.50', TOMAS, 'Concert ticket'],
  [106.1, '80.00', DANIEL, 'Electric bill'],
  [103.6, '25.00', PRIYA],
  [99.5, '120.00', GRACE, 'Happy birthday, Mom!'],
  [95.2, '18.75', KIM, 'Coffee and cake'],
  [91.8, '50.00', DANIEL],
  [88.3, '40.00', LEO, 'Gas money'],
  [84.6, '65.00', TOMAS],
  [80.9, '30.00', PRIYA, 'Movie night'],
  [77.4, '150.00', DANIEL, 'My half of the internet bill and the couch'],
  [73.1, '22.00', KIM],
  [69.7, '75.00', GRACE],
  [66.2, '45.00', DANIEL, 'Groceries'],
  [62.8, '100.00', TOMAS, 'Deposit for the cabin'],
  [59.3, '12.50', PRIYA, 'Parking'],
  [55.6, '60.00', GRACE],
  [51.9, '85.00', DANIEL, 'Electric bill'],
  [48.4, '40.00', LEO],
  [44.1, '55.00', KIM, 'Yoga class'],
  [40.7, '130.00', TOMAS, 'Rest of the cabin'],
  [37.2, '28.00', PRIYA],
  [33.5, '50.00', DANIEL, 'Groceries'],
  [29.8, '70.00', GRACE],
  [26.3, '45.00', LEO, 'Soccer fees'],
  [22.9, '90.00', DANIEL, 'Electric bill'],
  [19.4, '33.00', PRIYA, 'Brunch'],
  [15.7, '110.00', GRACE, 'For the new glasses'],
  [12.2, '24.00', KIM],
  [8.6, '60.00', TOMAS, 'Concert ticket'],
  [5.9, '120.00', DANIEL, 'Moving truck'],
  [3.4, '60.00', GRACE],
  [1.3, '50.00', PRIYA, 'Thanks for dinner!'],
  // Refused: more than the week leaves.
  [1.2, '75.00', LEO, 'Soccer fees'],
];

const LUIS_SENDS: typeof MAYA_SENDS = [
  [92.3, '500.00', ['Carmen Herrera', 'Zelle', 'carmen@people.example'], 'Renta de agosto'],
  [78.5, '150.00', TOMAS],
  [61.4, '500.00', ['Carmen Herrera', 'Zelle', 'carmen@people.example'], 'Renta de septiembre'],
  [47.2, '320.00', ['Marco Díaz', 'PayPal', 'marco@people.example']],
  [31.6, '500.00', ['Carmen Herrera', 'Zelle', 'carmen@people.example'], 'Renta de octubre'],
  [17.3, '1000.00', ['Marco Díaz', 'PayPal', 'marco@people.example'], 'Enganche de la moto'],
  [2.4, '500.00', ['Carmen Herrera', 'Zelle', 'carmen@people.example'], 'Renta de noviembre'],
];

/**
 * Four months of a product in use: two regular senders, and three whose attempts match each fraud rule, with the reviews
 * that followed.
 */
export const DEMO_STORY: readonly DemoStep[] = [
  { beforeMs: days(124), email: MAYA, type: 'sign-up' as const, person: null },
  { beforeMs: days(123), email: ANALYST, type: 'sign-up' as const, person: null },
  {
    beforeMs: days(122),
    email: MAYA,
    type: 'prefer' as const,
    wanted: { displayName: 'Maya O.', emailOptIn: true, locale: 'en' as const },
  },
  { beforeMs: days(96), email: LUIS, type: 'sign-up' as const, person: null },
  { beforeMs: days(95), email: LUIS, type: 'verify' as const },
  ...sends(MAYA, MAYA_SENDS),
  ...sends(LUIS, LUIS_SENDS),
  ...story(NADIA, 64, [
    ['25.00', PRIYA, 0],
    ['30.00', PRIYA, 9],
    ['35.00', PRIYA, 21],
  ]),
  review(NADIA, {
    daysAgo: 62.5,
    cases: 1,
    outcome: 'cleared',
    note: 'Three gifts after a wedding; the recipient is a colleague of the sender.',
  }),
  ...story(CARL, 33, [
    ['210.00', LEO, 0],
    // Refused, and counted all the same.
    ['220.00', KIM, 300],
  ]),
  review(CARL, {
    daysAgo: 31.4,
    cases: 1,
    outcome: 'suspicious',
    note: 'Amounts just under the limit to two new recipients within five hours. Reported.',
  }),
  ...attempts(CARL, 6.1, [
    ['205.00', LEO, 0],
    ['215.00', TOMAS, 410],
  ]),
  ...story(ELENA, 9, [['1500.00', GRACE, 0]]),
  ...attempts(ELENA, 0.9, [
    ['20.00', KIM, 0],
    ['20.00', LEO, 6],
    ['20.00', TOMAS, 14],
  ]),
].toSorted((one, other) => other.beforeMs - one.beforeMs);

function person(firstName: string, lastName: string, locale: Locale): DemoPerson {
  return { email: `${firstName.toLowerCase()}@demo.example`, firstName, lastName, locale };
}

function days(count: number): number {
  return Math.round(count * DAY_MS);
}

function sends(email: string, list: typeof MAYA_SENDS): readonly DemoStep[] {
  return list.map(([ago, amount, recipient, note]) => ({
    beforeMs: days(ago),
    email,
    type: 'send',
    send: sendTo(recipient, amount, note),
    isSuspicious: false,
  }));
}

type TimedSend = readonly [amount: string, recipient: Recipient, afterMinutes: number];

/** Someone who signs up an hour before the first of these sends. */
function story(someone: DemoPerson, daysAgo: number, list: readonly TimedSend[]): readonly DemoStep[] {
  const signUp: DemoStep = {
    beforeMs: days(daysAgo) + 60 * MINUTE_MS,
    email: someone.email,
    type: 'sign-up',
    person: someone,
  };
  return [signUp, ...attempts(someone, daysAgo, list)];
}

function attempts({ email }: DemoPerson, daysAgo: number, list: readonly TimedSend[]): readonly DemoStep[] {
  return list.map(([amount, recipient, afterMinutes]) => ({
    beforeMs: days(daysAgo) - afterMinutes * MINUTE_MS,
    email,
    type: 'send',
    send: sendTo(recipient, amount),
    isSuspicious: true,
  }));
}

function review(
  { email }: DemoPerson,
  { daysAgo, cases, ...outcome }: ReviewRequest & { readonly daysAgo: number; readonly cases: number },
): DemoStep {
  return { beforeMs: days(daysAgo), email, type: 'review', cases, review: outcome };
}

function sendTo([recipient, platform, text]: Recipient, amount: string, note = ''): Send {
  const handle = normalizeHandle(platform, text);
  if (!handle.ok) throw new Error(`${text} is no handle on ${platform}`);
  return { recipient, platform, handle: handle.value, amountCents: centsOf(amount), note };
}
