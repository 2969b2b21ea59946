import { confirmedPerson, openAccounts } from '../../../../../test/support/accounts-app.js';
import type { Client } from '../../../../../test/support/client.js';
import { newPerson } from '../../../../../test/support/passwords.js';
import type { TestApp } from '../../../../../test/support/test-app.js';

describe('the limit on requests to a route', () => {
  it('counts forged sessions for their address, and a signed-in person at that address separately', async () => {
    const app = await openAccounts();
    const { email } = newPerson();
    const ana = app.browser();
    await ana.signUp({ email });
    await ana.signIn(email);
    const statusOf = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await app.browser().request('DELETE', '/sessions', { headers })).status;
    };
    const token = (ana.cookies.get('flip_at') ?? '').split('.');
    const statuses: number[] = [];
    for (let count = 0; count < 122; count += 1)
      statuses.push(await statusOf([token[0], token[1], `made-up-${String(count)}`].join('.')));
    expect([...new Set(statuses.slice(0, 120)), ...statuses.slice(120)]).toEqual([401, 429, 429]);
    expect((await ana.request('DELETE', '/sessions')).status).toBe(204);
    await app.close();
  });
});

describe('the limit on mails that a signed-in person causes', () => {
  let app: TestApp;
  let ana: Client;
  let owner: { readonly email: string };

  beforeAll(async () => {
    app = await openAccounts();
    ({ browser: ana, person: owner } = await confirmedPerson(app));
  });
  afterAll(() => app.close());

  it.each([
    ['five codes for two-step sign-in, then one each ten minutes', '/second-factor', 10 * 60_000],
    ['five changes of the address, then one an hour', '/me/email', 60 * 60_000],
  ])('is %s', async (_, path, everyMs) => {
    const email = `new-${newPerson().email}`;
    const isTaken = async () => (await ana.post(path, path === '/me/email' ? { email } : {})).status === 202;
    const taken: boolean[] = [];
    for (let count = 0; count < 6; count += 1) taken.push(await isTaken());
    expect(taken).toEqual([...Array<boolean>(5).fill(true), false]);
    app.clock.nowMs += everyMs;
    await ana.signIn(owner.email);
    expect([await isTaken(), await isTaken()]).toEqual([true, false]);
  });
});
