import { CardApp, type CardPerson } from '../../../../test/support/card-app.js';
import { newDebitCard } from '../../../../test/support/debit-cards.js';
import { verify } from '../../../../test/support/transfers-app.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { RequestMetrics } from '../../http/log-and-metrics.js';

const DECLINED = '4000000000000002';
const HOUR_MS = 60 * 60_000;
const PER_NETWORK = 60;
const IN_TOTAL = 100;

describe('declined cards', () => {
  let cards: CardApp;

  beforeEach(async () => {
    cards = await CardApp.open({ CARD_DECLINES_PER_HOUR: String(IN_TOTAL) });
  });
  afterEach(() => cards.close());

  /** Tries to save a declined card, with another account for every ten. */
  async function declines(count: number, ip: string): Promise<void> {
    for (let tried = 0; tried < count; tried += 10) {
      const person = await cards.person({ ip });
      for (let each = 0; each < Math.min(10, count - tried); each += 1)
        expect((await person.saveCard(DECLINED)).body.code).toBe('card_declined');
    }
  }

  /** The refusal of a good card: code and seconds to wait, or null when it is accepted. */
  async function refusalTo(person: CardPerson) {
    const before = await cards.calls();
    const { status, body, headers } = await person.send({ number: newDebitCard() });
    if (status === 201) return null;
    return [status, body.code, headers['retry-after'], (await cards.calls()) - before];
  }

  it('stop further cards of their network before the processor is queried, on any account', async () => {
    await declines(PER_NETWORK, '198.51.100.7');
    expect(await refusalTo(await cards.person({ ip: '198.51.100.200' }))).toEqual([
      429,
      'too_many_declines',
      '60',
      0,
    ]);
    expect((await (await cards.person({ ip: '198.51.100.8' })).saveCard(newDebitCard())).status).toBe(429);
    expect(await refusalTo(await cards.person({ ip: '198.51.101.7' }))).toBeNull();
    cards.app.clock.nowMs += 60_000;
    expect(await refusalTo(await cards.person({ ip: '198.51.100.200' }))).toBeNull();
  });

  it('count for the network of the request when the bank answers later, and an accepted card does not', async () => {
    await declines(PER_NETWORK - 1, '198.51.100.7');
    const ana = await cards.person();
    for (let sends = 0; sends < 3; sends += 1)
      expect((await ana.send({ number: newDebitCard() }, '1.00')).status).toBe(201);
    const { body } = await ana.send({ number: DECLINED });
    await ana.payment(body.id, 'declined');
    await waitFor('the count', async () => ((await refusalTo(await cards.person())) === null ? null : true));
    expect(await refusalTo(await cards.person({ ip: '198.51.101.7' }))).toBeNull();
  });

  it('all networks together stop cards of unverified senders, not of verified ones, and raise the alarm', async () => {
    await declines(50, '198.51.100.7');
    await declines(50, '2001:db8:0:1::7');
    const ip = '192.0.2.1';
    expect(await refusalTo(await cards.person({ ip }))).toEqual([429, 'too_many_declines', '36', 0]);
    const luis = await cards.person({ ip });
    await verify(cards.app, luis.uid);
    expect(await refusalTo(luis)).toBeNull();
    const metrics = await cards.app.get(RequestMetrics).text([], 0);
    expect(metrics).toMatch(/^flip_card_declines_used_ratio 1$/m);
    expect(metrics).toMatch(/^flip_refused_cards_total{budget="total"} 1$/m);
    cards.app.clock.nowMs += HOUR_MS;
    expect(await refusalTo(await cards.person({ ip }))).toBeNull();
  });
});
