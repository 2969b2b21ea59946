import { generateSync } from 'otplib';
import { FlipServer, withoutTestMode } from '../support/flip-server.js';
import { ops } from '../support/ops.js';
import { enrolmentCodeIn } from '../support/staff.js';
import { SmtpInbox } from '../support/smtp-inbox.js';

const credentials = { email: 'ines@people.example', password: 'violet-harbor-lantern-42' };
const codeOf = (body: { secret?: string }) => generateSync({ secret: body.secret ?? '' });

describe('a new installation without test mode', () => {
  let inbox: SmtpInbox;
  let server: FlipServer;
  beforeAll(async () => {
    inbox = await SmtpInbox.open();
    server = await FlipServer.start({ env: { ...withoutTestMode, SMTP_URL: inbox.url } });
  });
  afterAll(async () => {
    await server.dispose();
    await inbox.close();
  });

  it('describes its API to nobody unless asked to', async () => {
    const answers = ['/api/docs', '/api/docs-json', '/api/docs/swagger-ui-bundle.js'].map((path) =>
      server.browser().get(path),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('has no member of staff, and gets its first lead from the command line and a second factor', async () => {
    const lead = server.browser();
    await lead.signUp(credentials);
    const queue = async () => {
      const { status, body } = await lead.get<{ code?: string }>('/api/compliance/cases');
      return status === 200 ? 'open' : body.code;
    };
    expect(await queue()).toBe('forbidden');
    const { code, output } = await ops(server.dataDir, 'grant', credentials.email, 'lead');
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('granted') as string });
    await lead.post('/api/auth/sign-out');
    await lead.signIn(credentials);
    expect(await queue()).toBe('second_factor_required');
    const token = await inbox.tokenTo(credentials.email, '/confirm');
    expect((await lead.post('/api/auth/confirm', { token })).status).toBe(204);
    const { body: enrolment } = await lead.post<{ secret?: string }>('/api/second-factor', {
      proof: enrolmentCodeIn(output),
    });
    const confirmed = await lead.post('/api/second-factor/confirm', { code: codeOf(enrolment) });
    expect(confirmed.body).toMatchObject({ recoveryCodes: expect.any(Array) as unknown });
    expect(await queue()).toBe('open');
    const next = await server.browser().post<{ code?: string }>('/api/auth/sign-in', credentials);
    expect([next.status, next.body.code]).toEqual([401, 'second_factor_required']);
  });
});
