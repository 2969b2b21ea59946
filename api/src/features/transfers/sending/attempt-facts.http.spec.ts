import { randomUUID } from 'node:crypto';
import type { Client } from '../../../../../test/support/client.js';
import { register, verify } from '../../../../../test/support/recorded-facts.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { openTransfers, sendingOf } from '../../../../../test/support/transfers-app.js';
import { AccountsModule } from '../../accounts/accounts.module.js';
import { VerificationModule } from '../../verification/verification.module.js';
import type { SenderEvent } from './transfer.decider.js';

describe('what an attempt records for the fraud rules', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await openTransfers({}, { declared: [AccountsModule, VerificationModule] });
  });
  afterAll(() => app.close());

  async function newest({ uid }: Client): Promise<SenderEvent['data'] & Record<string, unknown>> {
    return { ...(await app.events<SenderEvent>(`sender-${uid}`)).at(-1)?.data };
  }

  async function afterSend(person: Client, changes: Parameters<ReturnType<typeof sendingOf>['send']>[0]) {
    await sendingOf(person).send(changes);
    return newest(person);
  }

  it('has one index for a handle however it is written, by whomever, and another on another platform', async () => {
    const [ana, luis] = [app.person(await register(app)), app.person(await register(app))];
    const { handleIndex } = await afterSend(ana, { platform: 'Venmo', handle: 'https://venmo.com/u/Maya-O' });
    expect(handleIndex).toMatch(/^[0-9a-f]{64}$/);
    expect(await afterSend(luis, { platform: 'Venmo', handle: '@maya-o' })).toMatchObject({ handleIndex });
    const others = [
      await afterSend(luis, { platform: 'Venmo', handle: '@maya-p' }),
      await afterSend(luis, { platform: 'Chime', handle: '$maya-o' }),
    ];
    expect(others.map((other) => other['handleIndex'])).not.toContain(handleIndex);
  });

  it('has when the account was opened and the tier, of a refused attempt too', async () => {
    const registeredAt = new Date(app.clock.nowMs).toISOString();
    const ana = app.person(await register(app));
    app.clock.nowMs += 60_000;
    expect(await afterSend(ana, { amount: '20.00' })).toMatchObject({ registeredAt, tier: 'unverified' });
    await verify(app, ana.uid);
    const refused = await afterSend(ana, { amount: '1000.01' });
    expect(refused).toMatchObject({ registeredAt, tier: 'verified', reason: 'per_transfer_limit_exceeded' });
    expect(refused['handleIndex']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('has no opening date without an account', async () => {
    expect(await afterSend(app.person(randomUUID()), { amount: '20.00' })).toMatchObject({
      registeredAt: null,
    });
  });
});
