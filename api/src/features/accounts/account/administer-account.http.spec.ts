import { CommandBus } from '@nestjs/cqrs';
import { openAccounts, UNLIMITED } from '../../../../../test/support/accounts-app.js';
import type { Client } from '../../../../../test/support/client.js';
import { newPerson, OTHER_PASSWORD } from '../../../../../test/support/passwords.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import type { RecordedEvent } from '../../../event-sourcing/event.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import type { Me } from '../../../kernel/people/accounts.js';
import { Administer } from './administer-account.command.js';
import { SessionStore } from '../sessions/session-store.js';

describe('an account administered by the operator', () => {
  let app: TestApp;
  let email: string;
  let uid: string;
  let robin: Client;

  beforeAll(async () => {
    app = await openAccounts(UNLIMITED);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ email } = newPerson());
    robin = app.browser();
    ({ uid } = (await robin.signUp({ email })).body);
    await robin.signIn(email);
  });

  const operate = (change: Administer['change'], by = 'kim') =>
    app.get(CommandBus).execute(new Administer(email, change, by));
  const open = async (person: Client) => [
    (await person.request('GET', '/me')).status,
    (await person.post('/auth/refresh')).status,
  ];
  const newest = async () => {
    const events: RecordedEvent[] = [];
    for await (const event of app.get(EncryptedEventLog).read(`account-${uid}`)) events.push(event);
    return events.at(-1);
  };

  it('is granted a role, recorded with the operator who granted it', async () => {
    await operate({ type: 'GrantRole', role: 'analyst' });
    expect(await newest()).toMatchObject({
      type: 'RoleGranted',
      data: { role: 'analyst' },
      metadata: { actor: { kind: 'system', id: 'operator:kim' } },
    });
  });

  it('loses a role immediately: its sessions end, and the next one does not have it', async () => {
    await operate({ type: 'GrantRole', role: 'analyst' });
    await operate({ type: 'GrantRole', role: 'lead' });
    await robin.signIn(email);
    await operate({ type: 'RevokeRole', role: 'analyst' });
    expect(await open(robin)).toEqual([401, 401]);
    await robin.signIn(email);
    expect((await robin.request<Me>('GET', '/me')).body.roles).toEqual(['sender', 'lead']);
  });

  it('is suspended: its sessions end, and only the correct password gets the reason', async () => {
    const wrongBefore = await app.browser().signIn(email, OTHER_PASSWORD);
    await operate({ type: 'SuspendAccount' });
    expect(await open(robin)).toEqual([401, 401]);
    const refused = await app.browser().signIn(email);
    expect([refused.status, refused.body.code]).toEqual([403, 'account_suspended']);
    expect(refused.cookies).toEqual([]);
    const wrong = await app.browser().signIn(email, OTHER_PASSWORD);
    expect([wrong.status, wrong.text]).toEqual([wrongBefore.status, wrongBefore.text]);
    await operate({ type: 'ReinstateAccount' });
    await robin.signIn(email);
    expect(await open(robin)).toEqual([200, 204]);
  });

  it('is notified of the suspension in its language', async () => {
    await operate({ type: 'SuspendAccount' });
    const body = { email, password: newPerson().password };
    const headers = { 'accept-language': 'es' };
    const refused = await app.browser().request('POST', '/auth/sign-in', { body, headers });
    expect(refused.body.detail).toContain('Tu cuenta está suspendida');
  });

  it('is suspended during a sign-in: no session remains', async () => {
    const sessions = app.get(SessionStore);
    const openSession = sessions.open.bind(sessions);
    jest.spyOn(sessions, 'open').mockImplementationOnce(async (...start) => {
      await operate({ type: 'SuspendAccount' });
      return openSession(...start);
    });
    expect((await app.browser().signIn(email)).status).toBe(401);
    expect(await sessions.list(uid)).toEqual([]);
  });

  it('is signed out everywhere, with nothing recorded (ASVS 7.4.5)', async () => {
    const before = await newest();
    await operate({ type: 'EndSessions' });
    expect(await open(robin)).toEqual([401, 401]);
    expect(await newest()).toEqual(before);
    expect((await robin.signIn(email)).status).toBe(200);
  });

  it.each<Administer['change']>([{ type: 'SuspendAccount' }, { type: 'RevokeRole', role: 'analyst' }])(
    'loses its sessions even when the server is killed after recording $type',
    async (change) => {
      await operate({ type: 'GrantRole', role: 'analyst' });
      await robin.signIn(email);
      jest.spyOn(app.get(SessionStore), 'endAll').mockRejectedValueOnce(new Error('killed'));
      await expect(operate(change)).rejects.toThrow('killed');
      await waitFor('the end of its sessions', async () =>
        (await robin.request('GET', '/me')).status === 401 ? true : null,
      );
    },
  );

  it('must exist', () =>
    expect(
      app.get(CommandBus).execute(new Administer('nobody@people.example', { type: 'SuspendAccount' }, 'kim')),
    ).rejects.toMatchObject({ code: 'account_not_found' }));
});
