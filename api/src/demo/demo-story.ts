import type { Locale } from '../kernel/people/accounts.js';
import { normalizeHandle } from '../kernel/text/handles.js';
import { payoutRouteOf } from '../kernel/money/platforms.js';
import { sendOf, type Send } from '../kernel/money/transfers.js';
import type { ChangePreferencesRequest } from '../kernel/people/preferences.js';
import { LUIS_CARD, MAYA_EVERYDAY, MAYA_OLD, typedCard, type DemoCard } from './demo-cards.js';
import {
  delivered,
  disputedAfter,
  disputedAndNotSent,
  reservedByAnotherCard,
  type DemoAct,
  type DemoLife,
} from './demo-lives.js';
import {
  CARMEN,
  DANIEL,
  GRACE,
  KIM,
  LEO,
  LUIS_SENDS,
  MARCO,
  MAYA_CARDS,
  MAYA_SENDS,
  OWEN_SENDS,
  PRIYA,
  RUTH_SENDS,
  TOMAS,
  type DatedSend,
  type Recipient,
} from './demo-sends.js';
import { DEMO_CASES, type DemoCaseStep } from './demo-cases.js';
import { DEMO_CHECKS, type DemoCheckMove } from './demo-checks.js';
import { ANALYST, AUDITOR, LEAD, LUIS, MAYA, OPERATOR, SECOND_OPERATOR } from './demo-users.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
const MINUTE_MS = 60 * 1_000;

/** A person in the demo data without a published sign-in. */
export interface DemoPerson {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly locale: Locale;
}

/** A person who enters their own card for each payment. */
interface DemoPayer extends DemoPerson {
  readonly card: DemoCard;
}

/** One thing that happened in the months before the first start, in order of `beforeMs`. */
export type DemoStep = { readonly beforeMs: number; readonly email: string } & (
  | { readonly type: 'sign-up'; readonly person: DemoPerson | null }
  /** The sender begins an identity check, or something happens to it at the provider. */
  | { readonly type: 'check'; readonly move: DemoCheckMove }
  | { readonly type: 'prefer'; readonly wanted: ChangePreferencesRequest }
  | { readonly type: 'card'; readonly card: DemoCard; readonly isDefault: boolean }
  | { readonly type: 'recipient'; readonly recipient: Pick<Send, 'recipient' | 'platform' | 'handle'> }
  /** `key` names the transfer. */
  | { readonly type: 'send'; readonly key: string; readonly send: Send }
  /** What happened later to the transfer `key`. */
  | { readonly type: 'life'; readonly key: string; readonly act: DemoAct }
  /** A lead holds the payment of the transfer `key` for the case that it opened. */
  | { readonly type: 'hold'; readonly key: string; readonly note: string }
  /** A lead keeps the sender's data beyond its retention. */
  | { readonly type: 'legal-hold'; readonly reason: string }
  /** The sender closes their account. */
  | { readonly type: 'close' }
  /** The sender shares the recipient's page of the transfer `key`. */
  | { readonly type: 'share'; readonly key: string }
  /** An analyst works on one of the sender's cases. */
  | ({ readonly type: 'case' } & DemoCaseStep)
);

const NADIA = person('Nadia Voss', 'en', '7701');
const CARL = person('Carl Beck', 'en', '7719');
const ELENA = person('Elena Ruiz', 'es', '7727');
const OWEN = person('Owen Hale', 'en', '7735');
const MILO = person('Milo Brandt', 'en', '7743');
const TESSA = person('Tessa Quinn', 'en', '7750');
const IVAN = person('Ivan Petrov', 'en', '7768');
const SOFIA = person('Sofia Marsh', 'es', '7776');
const RUTH = person('Ruth Adler', 'en', '7792');
const BRUNO = person('Bruno Weiss', 'en', '7784');

/**
 * Four months of a product in use: two regular senders, eight with attempts that match the fraud rules, with the work on
 * their cases, one with disputed charges whose data is on legal hold, and one who has closed their account.
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
  { beforeMs: days(122.6), email: LEAD, type: 'sign-up' as const, person: null },
  { beforeMs: days(122.5), email: OPERATOR, type: 'sign-up' as const, person: null },
  { beforeMs: days(122.4), email: SECOND_OPERATOR, type: 'sign-up' as const, person: null },
  { beforeMs: days(122.3), email: AUDITOR, type: 'sign-up' as const, person: null },
  { beforeMs: days(96), email: LUIS, type: 'sign-up' as const, person: null },
  ...DEMO_CHECKS.map(checked),
  ...MAYA_CARDS.map(([daysAgo, card]) => saved(MAYA, daysAgo, { card, isDefault: card === MAYA_EVERYDAY })),
  saved(LUIS, 93, { card: LUIS_CARD, isDefault: true }),
  ...[DANIEL, PRIYA, GRACE, TOMAS].map((recipient) => savedRecipient(MAYA, 95, recipient)),
  ...[CARMEN, MARCO].map((recipient) => savedRecipient(LUIS, 47, recipient)),
  ...MAYA_SENDS.flatMap((send) => sent(MAYA, send, send[0] > 70 ? MAYA_OLD : MAYA_EVERYDAY)),
  ...LUIS_SENDS.flatMap((send) => sent(LUIS, send, LUIS_CARD)),
  ...story(NADIA, 64, [
    ['25.00', PRIYA, 0],
    ['30.00', PRIYA, 9],
    ['35.00', PRIYA, 21],
  ]),
  ...story(CARL, 33, [
    ['210.00', LEO, 0, disputedAfter(12)],
    // Refused, but counted by the fraud rule.
    ['220.00', KIM, 300],
  ]),
  ...attempts(CARL, 6.1, [
    ['205.00', LEO, 0, disputedAndNotSent('blocked')],
    ['215.00', TOMAS, 410],
  ]),
  ...story(ELENA, 9, [['1500.00', GRACE, 0]]),
  ...attempts(ELENA, 0.9, [
    ['20.00', KIM, 0],
    ['20.00', LEO, 6],
    ['20.00', TOMAS, 14, reservedByAnotherCard],
  ]),
  held(ELENA, {
    daysAgo: 0.9,
    afterMinutes: 14,
    heldAfterMinutes: 9,
    note: 'Third new recipient within a quarter of an hour: ask the sender first.',
  }),
  ...story(MILO, 12, [
    ['230.00', LEO, 0],
    // Refused, but counted by the fraud rule.
    ['225.00', KIM, 200],
  ]),
  ...story(TESSA, 4, [
    ['40.00', KIM, 0],
    ['45.00', PRIYA, 12],
    ['40.00', KIM, 25],
  ]),
  ...story(IVAN, 2.4, [
    ['235.00', LEO, 0],
    ['240.00', TOMAS, 90],
  ]),
  ...story(SOFIA, 20, [
    ['30.00', DANIEL, 0],
    ['30.00', GRACE, 14],
    ['30.00', TOMAS, 31],
  ]),
  ...story(BRUNO, 1.3, [['1200.00', CARMEN, 0]]),
  ...DEMO_CASES.map(worked),
  signedUp(OWEN, 48.7),
  ...OWEN_SENDS.flatMap((send) => sent(OWEN.email, send, OWEN.card)),
  {
    beforeMs: days(6.6),
    email: OWEN.email,
    type: 'legal-hold' as const,
    reason:
      'The cardholder sued over the disputed payment. Our lawyers asked to keep everything until the court decides.',
  },
  signedUp(RUTH, 61.2),
  ...RUTH_SENDS.flatMap((send) => sent(RUTH.email, send, RUTH.card)),
  { beforeMs: days(40.3), email: RUTH.email, type: 'close' as const },
  { beforeMs: days(5.8), email: MAYA, type: 'share' as const, key: keyOf(days(5.9)) },
].toSorted((one, other) => other.beforeMs - one.beforeMs);

function worked({ sender, daysAgo, ...step }: (typeof DEMO_CASES)[number]): DemoStep {
  return { beforeMs: days(daysAgo), email: demoEmail(sender), type: 'case', ...step };
}

function checked({ sender, daysAgo, move }: (typeof DEMO_CHECKS)[number]): DemoStep {
  return { beforeMs: days(daysAgo), email: demoEmail(sender), type: 'check', move };
}

function demoEmail(firstName: string): string {
  return `${firstName.toLowerCase()}@demo.example`;
}

function person(name: string, locale: Locale, last4: string): DemoPayer {
  const [firstName = '', lastName = ''] = name.split(' ');
  return { email: demoEmail(firstName), firstName, lastName, locale, card: typedCard(last4) };
}

function days(count: number): number {
  return Math.round(count * DAY_MS);
}

function saved(
  email: string,
  daysAgo: number,
  card: { readonly card: DemoCard; readonly isDefault: boolean },
): DemoStep {
  return { beforeMs: days(daysAgo), email, type: 'card', ...card };
}

function savedRecipient(email: string, daysAgo: number, recipient: Recipient): DemoStep {
  return { beforeMs: days(daysAgo), email, type: 'recipient', recipient: recipientOf(recipient) };
}

/** A send and what happened to it. */
function sent(
  email: string,
  [daysAgo, amount, recipient, note, life]: DatedSend,
  card: DemoCard,
): DemoStep[] {
  const send = sendTo(recipient, amount, note);
  return steps({ beforeMs: days(daysAgo), email, send }, card, life);
}

function steps(
  request: Pick<DemoStep, 'beforeMs' | 'email'> & { readonly send: Send },
  card: DemoCard,
  life = delivered,
): DemoStep[] {
  const { beforeMs, email } = request;
  const key = keyOf(beforeMs);
  const moments = life({ card, desk: payoutRouteOf(request.send.platform) === 'desk' });
  return [
    { type: 'send', key, ...request },
    ...moments.map(({ afterMinutes, act }) => {
      const atMs = beforeMs - Math.round(afterMinutes * MINUTE_MS);
      return { beforeMs: atMs, email, type: 'life' as const, key, act };
    }),
  ];
}

type TimedSend = readonly [amount: string, recipient: Recipient, afterMinutes: number, life?: DemoLife];

function story(someone: DemoPayer, daysAgo: number, list: readonly TimedSend[]): readonly DemoStep[] {
  return [signedUp(someone, daysAgo), ...attempts(someone, daysAgo, list)];
}

/** A sender who signs up an hour before their first send. */
function signedUp(someone: DemoPerson, daysAgo: number): DemoStep {
  const beforeMs = days(daysAgo) + 60 * MINUTE_MS;
  return { beforeMs, email: someone.email, type: 'sign-up', person: someone };
}

function attempts(
  { email, card }: DemoPayer,
  daysAgo: number,
  list: readonly TimedSend[],
): readonly DemoStep[] {
  return list.flatMap(([amount, recipient, afterMinutes, life]) => {
    const beforeMs = days(daysAgo) - afterMinutes * MINUTE_MS;
    return steps({ beforeMs, email, send: sendTo(recipient, amount) }, card, life);
  });
}

function keyOf(beforeMs: number): string {
  return `demo-${String(beforeMs)}`;
}

/** A lead's hold of the attempt made `afterMinutes` into the story of `daysAgo`. */
function held(
  { email }: DemoPerson,
  of: {
    readonly daysAgo: number;
    readonly afterMinutes: number;
    readonly heldAfterMinutes: number;
    readonly note: string;
  },
): DemoStep {
  const sentMs = days(of.daysAgo) - of.afterMinutes * MINUTE_MS;
  const beforeMs = sentMs - of.heldAfterMinutes * MINUTE_MS;
  return { beforeMs, email, type: 'hold', key: keyOf(sentMs), note: of.note };
}

function sendTo(recipient: Recipient, amount: string, note = ''): Send {
  return sendOf({ ...recipientOf(recipient), amount, note });
}

function recipientOf([recipient, platform, text]: Recipient) {
  const handle = normalizeHandle(platform, text);
  if (!handle.ok) throw new Error(`${text} is no handle on ${platform}`);
  return { recipient, platform, handle: handle.value };
}
