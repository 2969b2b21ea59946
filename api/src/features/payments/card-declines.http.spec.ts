import { callsOf, cardHolder, openCards, type CardHolder } from '../../../../test/support/card-app.js';
import { newDebitCard } from '../../../../test/support/debit-cards.js';
import { verify } from '../../../../test/support/recorded-facts.js';
import type { TestApp } from '../../../../test/support/test-app.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { cardUserOf } from '../../http/edge/caller-network.js';
import { RequestMetrics } from '../../http/edge/log-and-metrics.js';
import { CardDeclines } from './card-declines.js';

const DECLINED = '4000000000000002';
const HOUR_MS = 60 * 60_000;
const PER_NETWORK = 60;
const IN_TOTAL = 100;

describe('declined cards', () => {
  let app: TestApp;

  beforeEach(async () => {
    app = await openCards({ CARD_DECLINES_PER_HOUR: String(IN_TOTAL) });
  });
  afterEach(() => app.close());

  /** Declines that were counted before, and the last two of them: two accounts try to save a declined card. */
  async function declines(count: number, ip: string): Promise<void> {
    const declined = app.get(CardDeclines);
    for (let before = 2; before < count; before += 1) await declined.count(cardUserOf({ ip }, { uid: '' }));
    for (const person of [await cardHolder(app, { ip }), await cardHolder(app, { ip })])
      expect((await person.saveCard(DECLINED)).body.code).toBe('card_declined');
  }

  /** The refusal of a good card: code and seconds to wait, or null when it is accepted. */
  async function refusalTo(person: CardHolder) {
    const before = await callsOf(app);
    const { status, body, headers } = await person.send({ number: newDebitCard() });
    if (status === 201) return null;
    return [status, body.code, headers['retry-after'], (await callsOf(app)) - before];
  }

  it('stop further cards of their network before the processor is queried, on any account (ASVS 2.4.1)', async () => {
    await declines(PER_NETWORK, '198.51.100.7');
    expect(await refusalTo(await cardHolder(app, { ip: '198.51.100.200' }))).toEqual([
      429,
      'too_many_declines',
      '60',
      0,
    ]);
    expect((await (await cardHolder(app, { ip: '198.51.100.8' })).saveCard(newDebitCard())).status).toBe(429);
    expect(await refusalTo(await cardHolder(app, { ip: '198.51.101.7' }))).toBeNull();
    app.clock.nowMs += 60_000;
    expect(await refusalTo(await cardHolder(app, { ip: '198.51.100.200' }))).toBeNull();
  });

  it('count for the network of the request when the bank answers later, and an accepted card does not', async () => {
    await declines(PER_NETWORK - 1, '198.51.100.7');
    const ana = await cardHolder(app);
    for (let sends = 0; sends < 3; sends += 1)
      expect((await ana.send({ number: newDebitCard() }, '1.00')).status).toBe(201);
    const { body } = await ana.send({ number: DECLINED });
    await ana.payment(body.id, 'declined');
    await waitFor('the count', async () => ((await refusalTo(await cardHolder(app))) === null ? null : true));
    expect(await refusalTo(await cardHolder(app, { ip: '198.51.101.7' }))).toBeNull();
  });

  it('all networks together stop cards of unverified senders, not of verified ones, and raise the alarm', async () => {
    await declines(50, '198.51.100.7');
    await declines(50, '2001:db8:0:1::7');
    const ip = '192.0.2.1';
    expect(await refusalTo(await cardHolder(app, { ip }))).toEqual([429, 'too_many_declines', '36', 0]);
    const luis = await cardHolder(app, { ip });
    await verify(app, luis.uid);
    expect(await refusalTo(luis)).toBeNull();
    const metrics = await app.get(RequestMetrics).text([], 0);
    expect(metrics).toMatch(/^flip_card_declines_used_ratio 1$/m);
    expect(metrics).toMatch(/^flip_refused_cards_total{budget="total"} 1$/m);
    app.clock.nowMs += HOUR_MS;
    expect(await refusalTo(await cardHolder(app, { ip }))).toBeNull();
  });
});
