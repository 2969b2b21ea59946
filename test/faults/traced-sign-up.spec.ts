import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { PASSWORD } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { counts } from '../support/scale.js';
import { Tracer } from '../support/tracer.js';

const OFF = { RATE_LIMIT: 'off' };

describe('a server killed in the middle of a sign-up', () => {
  it(`leaves one complete account wherever a sign-up is cut: at each of its first ${String(counts.signUpKills)} syncs`, async () => {
    let server = await FlipServer.start({ env: OFF });
    const { dataDir } = server;
    try {
      for (let nth = 1; nth <= counts.signUpKills; nth += 1) {
        const email = `${randomUUID()}@people.example`;
        const kill = `inject=fdatasync,fsync:signal=KILL:when=${String(nth)}`;
        const tracer = await Tracer.attach(server.pid, '-e', 'trace=fdatasync,fsync', '-e', kill);
        await server
          .browser()
          .signUp({ email })
          .catch(() => undefined);
        await server.kill();
        await tracer.detach();
        server = await FlipServer.start({ dataDir, env: OFF });
        await expectOneWholeAccount(server, email);
      }
    } finally {
      await server.kill();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

/** Signing up again either works or reports a taken address; either way the same password signs in. */
async function expectOneWholeAccount(server: FlipServer, email: string): Promise<void> {
  const person = {
    firstName: 'Ana',
    lastName: 'Torres',
    email,
    password: PASSWORD,
    acceptTerms: true,
  };
  const again = await server.browser().post('/api/auth/sign-up', person);
  expect([201, 409]).toContain(again.status);
  const browser = server.browser();
  await browser.signIn({ email, password: person.password });
  expect((await browser.get('/api/me')).body).toMatchObject({ email, firstName: 'Ana' });
  const third = await server.browser().post('/api/auth/sign-up', person);
  expect([third.status, third.body.code]).toEqual([409, 'email_taken']);
}
