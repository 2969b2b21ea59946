import { randomUUID } from 'node:crypto';
import type { Transaction } from '../../api/src/kernel/money/transfers.js';
import { atProviders } from '../support/at-providers.js';
import { enteredCard } from '../support/browser.js';
import { sharedServer, type SharedServer } from '../support/shared-servers.js';
import { waitFor } from '../support/wait-for.js';

/** A debit card of the simulator with a bank that asks the cardholder for confirmation. */
const CHALLENGED_CARD = '4000000000003220';

describe('paid sends', () => {
  let server: SharedServer;
  beforeAll(async () => {
    server = await sharedServer('plain');
  });

  it('are charged to another card when the first one is abandoned at its bank, and its authorization is released', async () => {
    const sender = server.browser();
    await sender.signUp();
    const cardToken = await enteredCard(server.simulatorUrl, CHALLENGED_CARD);
    const { body: sent } = await sender.send<{ id: string }>({ amount: '10.00', cardToken });
    const path = `/api/transfers/${sent.id}`;
    const payment = (state: string) =>
      waitFor(`the payment to be ${state}`, async () => {
        const { body } = await sender.get<Transaction>(path);
        return body.payment?.state === state ? body : null;
      });
    const payWithAnother = async () => {
      const another = { cardToken: await enteredCard(server.simulatorUrl) };
      return sender.post<Transaction>(`${path}/payment`, another, { 'idempotency-key': randomUUID() });
    };
    await payment('requires_action');
    expect(await payWithAnother()).toMatchObject({ status: 409, body: { code: 'not_payable' } });
    expect(await sender.post(`${path}/payment/abandon`)).toMatchObject({
      status: 200,
      body: { id: sent.id },
    });
    await payment('awaited');
    expect((await payWithAnother()).status).toBe(201);
    await waitFor('the delivery', async () => {
      const { body } = await sender.get<Transaction>(path);
      return body.status === 'delivered' || null;
    });
    const { charges, reserved, refunds } = (await atProviders(server.simulatorUrl))(sent.id);
    expect([charges, reserved, refunds]).toEqual([[expect.any(Number)], 0, []]);
  });
});
