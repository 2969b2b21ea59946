import { openAccounts } from '../../../../../test/support/accounts-app.js';
import { newPerson } from '../../../../../test/support/passwords.js';

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
