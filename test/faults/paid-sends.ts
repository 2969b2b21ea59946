import { randomUUID } from 'node:crypto';
import type { Ledger } from '../../api/src/kernel/money/payouts.js';
import { centsOf } from '../../api/src/kernel/money/money.js';
import type { Transaction } from '../../api/src/kernel/money/transfers.js';
import { atProviders } from '../support/at-providers.js';
import { enteredCard, type Browser, type Draft } from '../support/browser.js';
import { waitFor } from '../support/wait-for.js';

const STAFF = { email: 'analyst@demo.example', password: 'quiet-harbor-violin-74' };
/** PayPal's simulator delivers to this address at once. */
const DRAFT = { amount: '1.00', platform: 'PayPal', handle: 'siminstant@people.example' };
const DAY_MS = 24 * 60 * 60_000;

/** One send with a card: what it asks for, and the id that it was promised; null when no response arrived. */
export interface PaidSend {
  readonly key: string;
  readonly draft: Partial<Draft>;
  promisedId: string | null;
}

/** Sends $1 to PayPal with a new token of the card; `onAsked` gets the send before its response. */
export async function sendPaid(
  sender: Browser,
  { simulatorUrl, card }: { readonly simulatorUrl: string; readonly card: string },
  onAsked: (send: PaidSend) => void,
): Promise<void> {
  const cardToken = await enteredCard(simulatorUrl, card);
  const send: PaidSend = { key: randomUUID(), draft: { ...DRAFT, cardToken }, promisedId: null };
  onAsked(send);
  send.promisedId = await promised(sender, send);
}

/** Sends under the same key again until it is promised, as a client does while a server refuses more load. */
export async function repeatPaid(sender: Browser, send: PaidSend): Promise<string> {
  return waitFor(`a promise for ${send.key}`, () => promised(sender, send));
}

async function promised(sender: Browser, { key, draft }: PaidSend): Promise<string | null> {
  const response = await sender.send<{ readonly id: string }>(draft, key).catch(() => null);
  if (response === null || response.status === 503) return null;
  if (response.status !== 201) throw new Error(`${key} got ${response.status}: ${response.text}`);
  return response.body.id;
}

/** Sends until it is promised; returns the transfer's id. */
export async function sendPromised(
  sender: Browser,
  payment: { readonly simulatorUrl: string; readonly card: string },
): Promise<string> {
  const sends: PaidSend[] = [];
  await sendPaid(sender, payment, (send) => sends.push(send));
  const [send] = sends;
  if (!send) throw new Error('Nothing was sent');
  return send.promisedId ?? repeatPaid(sender, send);
}

/** Waits until transfers are delivered, and compares each with the providers. Returns the cents charged for them. */
export async function chargedOnce(
  sender: Browser,
  simulatorUrl: string,
  ids: readonly string[],
): Promise<number> {
  let cents = 0;
  for (const id of ids) {
    const transfer = await waitFor(`the delivery of ${id}`, async () => {
      const { body } = await sender.get<Transaction>(`/api/transfers/${id}`);
      return body.status === 'delivered' ? body : null;
    });
    const total = centsOf(transfer.fees.total);
    expect({ id, ...(await atProviders(simulatorUrl))(id) }).toEqual({
      id,
      charges: [total],
      reserved: 0,
      refunds: [],
      payouts: ['SUCCESS'],
    });
    cents += total;
  }
  return cents;
}

/** Expects the ledger of the days since `startedMs` to hold exactly these cents, all delivered or kept as fees. */
export async function expectLedger(staff: Browser, startedMs: number, cents: number): Promise<void> {
  if (staff.cookies.size === 0) await staff.signIn(STAFF);
  const days = Math.ceil((Date.now() - startedMs) / DAY_MS) + 1;
  const sumOf = ({ days: all }: Ledger, part: 'captured' | 'delivered' | 'fees' | 'open') =>
    all.reduce((sum, day) => sum + centsOf(day[part]), 0);
  const ledger = await waitFor(`a ledger of ${cents} cents`, async () => {
    const { body } = await staff.get<Ledger>(`/api/compliance/ledger?days=${days}`);
    return sumOf(body, 'captured') === cents && sumOf(body, 'open') === 0 ? body : null;
  });
  expect(sumOf(ledger, 'delivered') + sumOf(ledger, 'fees')).toBe(cents);
  expect(ledger.days.every(({ isBalanced }) => isBalanced)).toBe(true);
}
