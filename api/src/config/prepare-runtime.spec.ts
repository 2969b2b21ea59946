import { generateKeyPairSync } from 'node:crypto';
import fs, {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareRuntime } from './prepare-runtime.js';
import { needsSimulator, providerSettings } from './runtime.js';
import { FileClock } from './clock.js';

const simulator = {
  httpUrl: 'http://127.0.0.1:4000',
  smtpUrl: 'smtp://127.0.0.1:4001',
  outboxUrl: 'http://127.0.0.1:4000/outbox',
  providersUrl: 'http://127.0.0.1:4000/providers',
};

const paypalKeys = {
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'WH-1',
};

describe('before Flip starts', () => {
  let folder: string;

  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'flip-runtime-')), 'data');
  });
  afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

  it('creates the data folder and its secrets, readable only by the owner', async () => {
    const { secrets } = await prepareRuntime({ FLIP_DATA: folder });
    expect([mode(folder), mode(join(folder, 'secrets.json'))]).toEqual(['700', '600']);
    expect(Buffer.from(secrets.keyEncryptionKey, 'base64')).toHaveLength(32);
    expect(Buffer.from(secrets.blindIndexKey, 'base64')).toHaveLength(32);
  });

  it('accepts a folder of another account that is shared with our group, but not with everyone', async () => {
    mkdirSync(folder);
    chmodSync(folder, 0o2770);
    const start = async () => {
      const notOurs = jest.spyOn(fs, 'chmodSync').mockImplementation(() => {
        throw new Error('EPERM: operation not permitted');
      });
      syncBuiltinESMExports();
      await prepareRuntime({ FLIP_DATA: folder }).finally(() => {
        notOurs.mockRestore();
        syncBuiltinESMExports();
      });
    };
    await start();
    chmodSync(folder, 0o755);
    await expect(start()).rejects.toThrow('FLIP_DATA: EPERM');
  });

  it('restricts an existing folder and the files of the stores to the owner, and no other file', async () => {
    mkdirSync(folder, { mode: 0o755 });
    const names = [
      'events.db',
      'events.db-wal',
      'vault.db',
      'views.db',
      'events.db.anchor',
      'demo.json',
      'notes.txt',
    ];
    await prepareRuntime({ FLIP_DATA: folder });
    for (const name of names) writeFileSync(join(folder, name), '', { mode: 0o644 });
    await prepareRuntime({ FLIP_DATA: folder });
    expect([mode(folder), ...names.map((name) => mode(join(folder, name)))]).toEqual([
      ...['700', '600', '600', '600', '600', '600', '600', '644'],
    ]);
  });

  it('keeps the secrets of the first start', async () => {
    const [one, other] = await Promise.all([
      prepareRuntime({ FLIP_DATA: folder }),
      prepareRuntime({ FLIP_DATA: folder }),
    ]);
    expect(other.secrets).toEqual(one.secrets);
    expect((await prepareRuntime({ FLIP_DATA: folder })).secrets).toEqual(one.secrets);
  });

  it('creates no new secrets for data that only the lost ones can decrypt', async () => {
    await prepareRuntime({ FLIP_DATA: folder });
    rmSync(join(folder, 'secrets.json'));
    writeFileSync(join(folder, 'vault.db'), '');
    await expect(prepareRuntime({ FLIP_DATA: folder })).rejects.toThrow(
      /^FLIP_DATA: secrets.json is missing/,
    );
  });

  it.each([[['restoring-8fJx2a']], [['restoring-8fJx2a', 'vault.db', 'events.db']]])(
    'starts on no folder that an interrupted restore has left: %j',
    async (names) => {
      mkdirSync(folder);
      for (const name of names) writeFileSync(join(folder, name), '');
      await expect(prepareRuntime({ FLIP_DATA: folder })).rejects.toThrow('FLIP_DATA: an unfinished restore');
    },
  );

  it('refuses damaged secrets', async () => {
    await prepareRuntime({ FLIP_DATA: folder });
    writeFileSync(join(folder, 'secrets.json'), readFileSync(join(folder, 'secrets.json')).subarray(9));
    await expect(prepareRuntime({ FLIP_DATA: folder })).rejects.toThrow('FLIP_DATA: secrets.json is damaged');
  });

  it('names the damaged secret, and the half of a mismatched key pair', async () => {
    const one = await prepareRuntime({ FLIP_DATA: folder });
    const write = (change: object) =>
      writeFileSync(join(folder, 'secrets.json'), JSON.stringify(Object.assign({}, one.secrets, change)));
    write({ keyEncryptionKey: 'short' });
    await expect(prepareRuntime({ FLIP_DATA: folder })).rejects.toThrow('is damaged: keyEncryptionKey');
    const { publicKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    write({ sessionPublicKey: publicKey });
    await expect(prepareRuntime({ FLIP_DATA: folder })).rejects.toThrow('is damaged: sessionPublicKey');
  });

  it('determines the address for any free port, because mails and return addresses need it', async () => {
    const { config } = await prepareRuntime({ FLIP_DATA: folder, PORT: '0' });
    expect(config.PORT).toBeGreaterThan(0);
    expect(config.PUBLIC_URL).toBe(`http://127.0.0.1:${String(config.PORT)}`);
  });

  it('replaces providers that are not configured with the simulator, only in test mode', async () => {
    const bare = await prepareRuntime({ FLIP_DATA: folder });
    expect(needsSimulator(bare.config)).toBe(true);
    expect(providerSettings(bare, simulator)).toMatchObject({
      persona: { apiUrl: simulator.httpUrl, webhookSecrets: [bare.secrets.simulatorWebhookSecret] },
      paypal: { apiUrl: simulator.httpUrl, clientSecret: bare.secrets.simulatorApiKey },
      stripe: {
        apiUrl: simulator.httpUrl,
        frameOrigin: simulator.httpUrl,
        webhookSecrets: [bare.secrets.simulatorWebhookSecret],
      },
      social: {
        google: { issuer: `${simulator.httpUrl}/openid`, simulated: true },
        apple: { issuer: `${simulator.httpUrl}/apple`, simulated: true },
      },
      smtpUrl: simulator.smtpUrl,
      outboxUrl: simulator.outboxUrl,
    });
    const real = await prepareRuntime({
      FLIP_DATA: folder,
      TEST_MODE: 'false',
      SMTP_URL: 'smtp://mail.test',
      PERSONA_API_KEY: 'key',
      PERSONA_WEBHOOK_SECRETS: 'one, two',
      ...paypalKeys,
      STRIPE_SECRET_KEY: 'sk_live_8f14e45fceea',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_c9f0f895fb98',
      STRIPE_WEBHOOK_SECRETS: 'whsec_45c48cce2e2d7fbd',
    });
    expect(needsSimulator(real.config)).toBe(false);
    expect(providerSettings(real, null)).toMatchObject({
      persona: { apiUrl: 'https://api.withpersona.com', apiKey: 'key', webhookSecrets: ['one', 'two'] },
      paypal: {
        apiUrl: 'https://api-m.paypal.com',
        clientId: 'client',
        clientSecret: 'secret',
        webhookId: 'WH-1',
      },
      stripe: {
        apiUrl: 'https://api.stripe.com',
        secretKey: 'sk_live_8f14e45fceea',
        publishableKey: 'pk_live_c9f0f895fb98',
        webhookSecrets: ['whsec_45c48cce2e2d7fbd'],
        frameOrigin: null,
      },
      social: { google: null, apple: null },
      smtpUrl: 'smtp://mail.test',
      outboxUrl: null,
    });
  });

  it("calls PayPal's sandbox with test mode keys", async () => {
    const runtime = await prepareRuntime({ FLIP_DATA: folder, ...paypalKeys });
    expect(providerSettings(runtime, simulator).paypal).toMatchObject({
      apiUrl: 'https://api-m.sandbox.paypal.com',
      clientId: 'client',
    });
  });

  it('freezes the clock at the instant in a file, and follows its changes', async () => {
    const file = join(folder, '..', 'clock');
    writeFileSync(file, '2026-11-01T12:00:00.000Z\n');
    const { clock } = await prepareRuntime({ FLIP_DATA: folder, FLIP_TEST_CLOCK: file });
    expect(clock).toBeInstanceOf(FileClock);
    expect(clock.now()).toBe(Date.parse('2026-11-01T12:00:00.000Z'));
    writeFileSync(file, '2026-11-08T12:00:00.001Z');
    expect(clock.now()).toBe(Date.parse('2026-11-08T12:00:00.001Z'));
    // A file that is just being written keeps the last instant.
    writeFileSync(file, '');
    expect(clock.now()).toBe(Date.parse('2026-11-08T12:00:00.001Z'));
  });

  it('refuses a clock file without an instant', async () => {
    const file = join(folder, '..', 'clock');
    writeFileSync(file, 'noon');
    await expect(prepareRuntime({ FLIP_DATA: folder, FLIP_TEST_CLOCK: file })).rejects.toThrow(
      /^FLIP_TEST_CLOCK: /,
    );
  });
});
