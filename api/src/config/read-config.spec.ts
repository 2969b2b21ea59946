import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configSchema } from './config.js';
import { readConfig, requireHoldsMigrated } from './read-config.js';

const liveKeys = {
  STRIPE_SECRET_KEY: 'sk_live_8f14e45fceea',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_c9f0f895fb98',
};
const production = {
  NODE_ENV: 'production',
  TEST_MODE: 'false',
  PUBLIC_URL: 'https://flip.test',
  TRUST_PROXY: 'true',
  SUPPORT_EMAIL: 'help@flip.test',
  SUPPORT_PHONE: '(336) 555-0199',
  MAIL_FROM: 'Flip <no-reply@flip.test>',
  SMTP_URL: 'smtps://mail.flip.test',
  PERSONA_API_KEY: 'persona_live_key',
  PERSONA_WEBHOOK_SECRETS: 'wbhsec_8f14e45fceea,wbhsec_c9f0f895fb98',
  PAYPAL_CLIENT_ID: 'a-client',
  PAYPAL_CLIENT_SECRET: 'a-secret',
  PAYPAL_WEBHOOK_ID: 'WH-1',
  ...liveKeys,
  STRIPE_WEBHOOK_SECRETS: 'whsec_45c48cce2e2d7fbd',
};
const stripeTest = {
  STRIPE_SECRET_KEY: 'sk_test_8f14e45fceea',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_c9f0f895fb98',
  STRIPE_WEBHOOK_SECRETS: 'whsec_45c48cce2e2d7fbd',
};

const APPLE_NAMES = 'APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY';
const appleKey = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const apple = (changed: Record<string, string> = {}): Record<string, string> => ({
  APPLE_CLIENT_ID: 'com.flip.web',
  APPLE_TEAM_ID: 'FLIPTEAM01',
  APPLE_KEY_ID: 'FLIPKEY001',
  APPLE_PRIVATE_KEY: appleKey('prime256v1'),
  ...changed,
});

/** Outside production, behind a proxy. */
const publicServer = { ...production, NODE_ENV: 'development' };
const servers = { ESDB_URL: 'esdb://store:2113', MONGO_URL: 'mongodb://views:27017' };

describe('the configuration', () => {
  it('works with an empty environment: only this machine, test mode, debit cards, 3% + $0.30', () => {
    expect(readConfig({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      TEST_MODE: true,
      FEE_SCHEDULE: 'card-3pct-plus-30c',
      ACCEPTED_CARD_FUNDING: 'debit',
    });
  });

  it('treats an empty variable as not set', () => {
    expect(readConfig({ PORT: '', PUBLIC_URL: '', SUPPORT_EMAIL: '' })).toEqual(readConfig({}));
  });

  it('accepts a fully configured production', () => {
    expect(readConfig(production)).toMatchObject({ NODE_ENV: 'production', TEST_MODE: false });
    const named = {
      PUBLIC_URL: 'HTTPS://Flip.test/',
      STRIPE_API_URL: 'https://api.stripe.com',
      PAYPAL_API_URL: 'https://api-m.paypal.com/',
    };
    expect(readConfig({ ...production, ...named })).toMatchObject({
      PUBLIC_URL: 'https://flip.test',
      PAYPAL_API_URL: 'https://api-m.paypal.com',
    });
    const rehearsal = {
      ALLOW_SIMULATOR: 'true',
      PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com',
    };
    expect(readConfig({ ...production, ...rehearsal })).toMatchObject(
      expect.objectContaining({ PAYPAL_API_URL: rehearsal.PAYPAL_API_URL }),
    );
  });

  it.each<[string, Record<string, string>, string]>([
    ['a port that is none', { PORT: '70000' }, 'PORT'],
    ['a port that is no number', { PORT: 'x' }, 'PORT'],
    ['a flag that is neither true nor false', { TEST_MODE: 'yes' }, 'TEST_MODE'],
    ['an unknown fee schedule', { FEE_SCHEDULE: 'free' }, 'FEE_SCHEDULE'],
    ['a public address of another kind', { PUBLIC_URL: 'ftp://flip.test' }, 'PUBLIC_URL'],
    ['a short metrics token', { METRICS_TOKEN: 'x' }, 'METRICS_TOKEN'],
    ['every address without TLS', { HOST: '0.0.0.0' }, 'HOST'],
    [
      'every address with TLS but no proxy setting',
      { HOST: '0.0.0.0', PUBLIC_URL: 'https://flip.test' },
      'HOST',
    ],
    ['a public address without TLS', { PUBLIC_URL: 'http://flip.test' }, 'PUBLIC_URL'],
    ['the same in capitals', { PUBLIC_URL: 'HTTP://flip.test' }, 'PUBLIC_URL'],
    [
      'test mode at an address in capitals',
      { PUBLIC_URL: 'HTTPS://flip.test', TRUST_PROXY: 'true' },
      'TEST_MODE',
    ],
    ['TLS without a proxy setting', { PUBLIC_URL: 'https://flip.test' }, 'TRUST_PROXY'],
    ['a frozen clock outside test mode', { TEST_MODE: 'false', FLIP_TEST_CLOCK: 'x' }, 'FLIP_TEST_CLOCK'],
    ['a shared simulator without its mail', { SIMULATOR_URL: 'http://127.0.0.1:3001' }, 'SIMULATOR_URL'],
    [
      'a shared simulator on another machine',
      { SIMULATOR_URL: 'http://simulator:3001', SIMULATOR_SMTP_PORT: '3025' },
      'SIMULATOR_URL',
    ],
    [
      'a shared simulator outside test mode',
      { ...production, SIMULATOR_URL: 'http://127.0.0.1:3001', SIMULATOR_SMTP_PORT: '3025' },
      'SIMULATOR_URL',
    ],
    ['real mail without a server', { TEST_MODE: 'false' }, 'SMTP_URL'],
    ['a real identity provider without a key', { PERSONA_API_URL: 'https://api.test' }, 'PERSONA_API_KEY'],
    [
      'PayPal without a secret',
      { PAYPAL_CLIENT_ID: 'a', PAYPAL_WEBHOOK_ID: 'b' },
      'PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID',
    ],
    [
      'real payouts without keys',
      { ...production, PAYPAL_CLIENT_ID: '', PAYPAL_CLIENT_SECRET: '', PAYPAL_WEBHOOK_ID: '' },
      'PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID',
    ],
    ['payouts without TLS', { ...production, PAYPAL_API_URL: 'http://api.test' }, 'PAYPAL_API_URL'],
    [
      'real payouts in test mode',
      {
        PAYPAL_CLIENT_ID: 'a',
        PAYPAL_CLIENT_SECRET: 'b',
        PAYPAL_WEBHOOK_ID: 'c',
        PAYPAL_API_URL: 'https://api-m.paypal.com',
      },
      'PAYPAL_API_URL',
    ],
    [
      'payouts of play money for real charges',
      { ...production, PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com' },
      'PAYPAL_API_URL',
    ],
    ['payouts by somebody else', { ...production, PAYPAL_API_URL: 'https://api.test' }, 'PAYPAL_API_URL'],
    [
      'payouts at a name that only begins like PayPal',
      { ...production, PAYPAL_API_URL: 'https://api-m.paypal.com.evil.test' },
      'PAYPAL_API_URL',
    ],
    [
      'cards charged by somebody else',
      { ...production, STRIPE_API_URL: 'https://api.test' },
      'STRIPE_API_URL',
    ],
    ['a public address with a path', { ...production, PUBLIC_URL: 'https://flip.test/x' }, 'PUBLIC_URL'],
    ['a public address with a query', { ...production, PUBLIC_URL: 'https://flip.test/?a' }, 'PUBLIC_URL'],
    ['a public address with a fragment', { ...production, PUBLIC_URL: 'https://flip.test/#a' }, 'PUBLIC_URL'],
    ...['PUBLIC_URL', 'STRIPE_API_URL', 'PAYPAL_API_URL', 'PERSONA_API_URL', 'PERSONA_HOSTED_URL'].map(
      (name): [string, Record<string, string>, string] => [
        `a user in ${name}`,
        { ...production, [name]: 'https://a:b@flip.test' },
        name,
      ],
    ),
    ...['GOOGLE_ISSUER', 'APPLE_ISSUER'].map((name): [string, Record<string, string>, string] => [
      `a user in ${name}`,
      { ...production, [name]: 'https://a@accounts.test' },
      name,
    ]),
    ['Google without its secret', { GOOGLE_CLIENT_ID: 'flip' }, 'GOOGLE_CLIENT_ID'],
    ['a secret of Google without a client', { GOOGLE_CLIENT_SECRET: 'x' }, 'GOOGLE_CLIENT_ID'],
    ['half of Apple', { APPLE_CLIENT_ID: 'com.flip.web', APPLE_TEAM_ID: 'FLIPTEAM01' }, APPLE_NAMES],
    ['a key of Apple alone', { APPLE_PRIVATE_KEY: appleKey('prime256v1') }, APPLE_NAMES],
    [
      'a key of another curve for Apple',
      apple({ APPLE_PRIVATE_KEY: appleKey('secp384r1') }),
      'APPLE_PRIVATE_KEY',
    ],
    ['a text that is no key for Apple', apple({ APPLE_PRIVATE_KEY: 'MIGTAgEA' }), 'APPLE_PRIVATE_KEY'],
    ['a team of Apple by another name', apple({ APPLE_TEAM_ID: 'flip' }), 'APPLE_TEAM_ID'],
    ['Apple without TLS', { APPLE_ISSUER: 'http://apple.test' }, 'APPLE_ISSUER'],
    [
      'Apple on loopback in production',
      { ...production, APPLE_ISSUER: 'http://127.0.0.1:4999' },
      'APPLE_ISSUER',
    ],
    ['a sign-in provider without TLS', { GOOGLE_ISSUER: 'http://accounts.test' }, 'GOOGLE_ISSUER'],
    [
      'production with a sign-in provider without TLS',
      { ...production, GOOGLE_ISSUER: 'http://127.0.0.1:4999' },
      'GOOGLE_ISSUER',
    ],
    ['production in test mode', { ...production, TEST_MODE: 'true' }, 'TEST_MODE'],
    [
      'production with a frozen clock',
      { ...production, TEST_MODE: 'true', FLIP_TEST_CLOCK: 'x' },
      'TEST_MODE',
    ],
    ['production without limits', { ...production, RATE_LIMIT: 'off' }, 'RATE_LIMIT'],
    ['production without its address', { ...production, PUBLIC_URL: '' }, 'PUBLIC_URL'],
    ['production with the placeholder e-mail', { ...production, SUPPORT_EMAIL: '' }, 'SUPPORT_EMAIL'],
    ['production with the placeholder phone', { ...production, SUPPORT_PHONE: '' }, 'SUPPORT_PHONE'],
    ['production with the placeholder sender', { ...production, MAIL_FROM: '' }, 'MAIL_FROM'],
    [
      'test mode behind a public address',
      { PUBLIC_URL: 'https://flip.test', TRUST_PROXY: 'true' },
      'TEST_MODE',
    ],
    [
      'test mode at every address',
      { HOST: '0.0.0.0', PUBLIC_URL: 'https://flip.test', TRUST_PROXY: 'true' },
      'TEST_MODE',
    ],
    ['a public address without limits', { ...publicServer, RATE_LIMIT: 'off' }, 'RATE_LIMIT'],
    [
      'a guessable webhook secret',
      { ...production, PERSONA_WEBHOOK_SECRETS: 'changeme' },
      'PERSONA_WEBHOOK_SECRETS',
    ],
    [
      'a guessable one among webhook secrets',
      { ...production, PERSONA_WEBHOOK_SECRETS: 'wbhsec_8f14e45fceea, changemechangeme' },
      'PERSONA_WEBHOOK_SECRETS',
    ],
    [
      'a repeated letter as webhook secret',
      { ...production, PERSONA_WEBHOOK_SECRETS: 'x'.repeat(20) },
      'PERSONA_WEBHOOK_SECRETS',
    ],
    ['a provider without TLS', { ...production, PERSONA_API_URL: 'http://api.test' }, 'PERSONA_API_URL[^:]*'],
    ['the same in capitals', { ...production, PERSONA_API_URL: 'HTTP://api.test' }, 'PERSONA_API_URL[^:]*'],
    [
      'a hosted page without TLS',
      { ...production, PERSONA_HOSTED_URL: 'http://page.test' },
      'PERSONA_API_URL, PERSONA_HOSTED_URL',
    ],
    ['a hosted page that is a script', { PERSONA_HOSTED_URL: 'javascript:alert(1)' }, 'PERSONA_HOSTED_URL'],
    ['real cards without keys', { ...production, STRIPE_SECRET_KEY: '' }, 'STRIPE_SECRET_KEY[^:]*'],
    ['half of the keys for cards', { STRIPE_SECRET_KEY: 'sk_test_8f14e45fceea' }, 'STRIPE_SECRET_KEY[^:]*'],
    ['a live key for cards in test mode', { ...stripeTest, ...liveKeys }, 'STRIPE_SECRET_KEY'],
    ['production with test keys for cards', { ...production, ...stripeTest }, 'STRIPE_SECRET_KEY'],
    [
      'keys for cards of both modes',
      { ...stripeTest, STRIPE_PUBLISHABLE_KEY: liveKeys.STRIPE_PUBLISHABLE_KEY },
      'STRIPE_SECRET_KEY[^:]*',
    ],
    [
      'a placeholder as key for cards',
      { ...stripeTest, STRIPE_SECRET_KEY: 'sk_test_...' },
      'STRIPE_SECRET_KEY[^:]*',
    ],
    [
      'a secret key where the browser would get it',
      { ...stripeTest, STRIPE_PUBLISHABLE_KEY: 'sk_test_8f14e45fceea' },
      'STRIPE_SECRET_KEY[^:]*',
    ],
    ['cards without TLS', { ...production, STRIPE_API_URL: 'http://api.test' }, 'STRIPE_API_URL'],
    [
      'a guessable webhook secret for cards',
      { ...production, STRIPE_WEBHOOK_SECRETS: 'whsec_example_secret' },
      'STRIPE_WEBHOOK_SECRETS',
    ],
    ['mail without TLS', { ...production, SMTP_URL: 'smtp://mail.flip.test' }, 'SMTP_URL'],
    [
      'mail with TLS to anybody',
      { ...production, SMTP_URL: 'smtps://mail.flip.test?tls.rejectUnauthorized=false' },
      'SMTP_URL',
    ],
    ['mail over HTTP', { SMTP_URL: 'http://mail.flip.test' }, 'SMTP_URL'],
    [
      'the initial password of the store',
      { ...production, ...servers, ESDB_URL: 'esdb://admin:changeit@store:2113' },
      'ESDB_URL',
    ],
    [
      'a password of the store without TLS',
      { ...production, ...servers, ESDB_URL: 'esdb://flip:k3Jd8@store:2113?tls=false' },
      'ESDB_URL[^:]*',
    ],
    [
      'a password of the store over TLS to anybody',
      { ...production, ...servers, ESDB_URL: 'esdb://flip:k3Jd8@store:2113?tlsVerifyCert=false' },
      'ESDB_URL[^:]*',
    ],
    [
      'a password of the views without TLS',
      { ...production, ...servers, MONGO_URL: 'mongodb://flip:k3Jd8@a:27017,b:27017/?replicaSet=flip' },
      'ESDB_URL, MONGO_URL[^:]*',
    ],
    [
      'a password of the vault over TLS to anybody',
      { ...production, ...servers, VAULT_URL: 'mongodb+srv://flip:k3Jd8@vault.test/?tlsInsecure=true' },
      'ESDB_URL, MONGO_URL, VAULT_URL',
    ],
    ['one server of two', { ESDB_URL: servers.ESDB_URL }, 'ESDB_URL, MONGO_URL'],
    ['a safety file that is lost with the data', { SAFETY_FILE: 'data/safety.jsonl' }, 'SAFETY_FILE'],
    ['a vault on a server alone', { VAULT_URL: 'mongodb://vault:27017' }, 'VAULT_URL'],
    [
      'production without limits, even with a simulator',
      { ...production, ALLOW_SIMULATOR: 'true', RATE_LIMIT: 'off' },
      'RATE_LIMIT',
    ],
    ['a license of nobody', { COMPANY_LICENSE: 'NMLS 1' }, 'COMPANY_NAME'],
    [
      'a provider without webhook secrets',
      { PERSONA_API_URL: 'https://api.test', PERSONA_API_KEY: 'key' },
      'PERSONA_WEBHOOK_SECRETS',
    ],
    [
      'production without webhook secrets',
      { ...production, PERSONA_WEBHOOK_SECRETS: '' },
      'PERSONA_WEBHOOK_SECRETS',
    ],
  ])(
    'refuses %s in one line that names the variable (ASVS 12.1.1, 12.1.2, 12.2.1, 12.2.2, 12.3.1, 12.3.3, 13.2.1, 13.2.3, 13.4.2, 15.2.3)',
    (_, environment, variable) => {
      const refusal = () => readConfig(environment);
      expect(refusal).toThrow(new RegExp(`^${variable}: [^\\n]+$`));
    },
  );

  it('does not start while rules are set to hold by configuration, and names the command that ends it', () => {
    expect(() => requireHoldsMigrated(readConfig({ HOLDING_RULES: '' }))).not.toThrow();
    expect(() => requireHoldsMigrated(readConfig({ HOLDING_RULES: 'velocity' }))).toThrow(
      /^HOLDING_RULES: .*ops -- migrate-holding-rules/,
    );
  });

  it('reads when the desk works and how long each platform takes, and refuses what it cannot', () => {
    const { DESK_HOURS, ARRIVAL_MINUTES } = readConfig({
      DESK_HOURS: 'Fri-Sat 09:00-17:30, Mon 08:00-24:00',
      ARRIVAL_MINUTES: 'Venmo=5,PayPal=5,Zelle=30,Cash App=30,Chime=45,Apple Pay=1440',
    });
    expect(DESK_HOURS).toEqual([
      { weekday: 5, opensAt: 540, closesAt: 1_050 },
      { weekday: 6, opensAt: 540, closesAt: 1_050 },
      { weekday: 1, opensAt: 480, closesAt: 1_440 },
    ]);
    expect(ARRIVAL_MINUTES).toContainEqual({ platform: 'Apple Pay', minutes: 1_440 });
    for (const hours of [
      ...['always', 'Mon-Fri', 'Mon-Fri 9-17', 'mon-fri 09:00-17:00', 'Mon-Fri 09:00-17:00,'],
      ...['Mon-Fri 17:00-09:00', 'Mon-Fri 09:00-24:01', 'Mon-Fri 09:60-17:00', 'Mon-Fry 09:00-17:00'],
      ...['Mon-Fri 09:00-17:00, Fri 18:00-20:00', 'Mon 09:00-10:00'],
    ])
      expect(() => readConfig({ DESK_HOURS: hours })).toThrow(/^DESK_HOURS: days and hours like /);
    const others = 'Cash App=20, PayPal=10, Chime=20, Apple Pay=20, Venmo=10';
    for (const zelle of ['', ', Zelle=0', ', Zelle=1441', ', Zelle=20, Zelle=20', ', Zelle=20, Wise=20'])
      expect(() => readConfig({ ARRIVAL_MINUTES: others + zelle })).toThrow(
        /^ARRIVAL_MINUTES: every platform/,
      );
    expect(() => readConfig({ DESK_TIME_ZONE: 'America/Winston' })).toThrow(
      /^DESK_TIME_ZONE: not a time zone/,
    );
  });

  it('allows test mode on a reachable address only when explicitly permitted', () => {
    const allowed = { ...stripeTest, TEST_MODE: 'true', ALLOW_SIMULATOR: 'true', FLIP_TEST_CLOCK: 'clock' };
    expect(readConfig({ ...production, ...allowed }).TEST_MODE).toBe(true);
    expect(readConfig({ ...publicServer, ...allowed, RATE_LIMIT: 'off' }).RATE_LIMIT).toBe('off');
  });

  it("accepts test keys for cards in test mode, and another simulator's keys together with its address", () => {
    const lists = { STRIPE_WEBHOOK_SECRETS: [stripeTest.STRIPE_WEBHOOK_SECRETS] };
    expect(readConfig(stripeTest)).toMatchObject({ ...stripeTest, ...lists });
    const shared = { ...stripeTest, STRIPE_API_URL: 'http://127.0.0.1:4000', STRIPE_SECRET_KEY: 'key' };
    expect(readConfig(shared)).toMatchObject({ ...shared, ...lists });
  });

  it("accepts Apple's key on one line", () => {
    const key = appleKey('prime256v1');
    const line = key.replaceAll('\n', '\\n');
    expect(readConfig({ ...production, ...apple({ APPLE_PRIVATE_KEY: line }) }).APPLE_PRIVATE_KEY).toBe(key);
  });

  it.each([
    'smtp://mail.flip.test?requireTLS=true',
    'smtp://127.0.0.1:25',
    'smtps://user:pass@mail.flip.test:465',
  ])('sends mail in production over %s', (SMTP_URL) => {
    expect(readConfig({ ...production, SMTP_URL }).SMTP_URL).toBe(SMTP_URL);
  });

  it('accepts stores in production with a password over TLS, or without either on a closed network', () => {
    for (const ESDB_URL of ['esdb://flip:k3Jd8@store:2113', 'esdb://store:2113?tls=false'])
      expect(readConfig({ ...production, ...servers, ESDB_URL }).ESDB_URL).toBe(ESDB_URL);
    for (const MONGO_URL of [
      'mongodb+srv://flip:k3Jd8@views.test/',
      'mongodb://flip:k3Jd8@views:27017/?replicaSet=flip&tls=true',
      'mongodb://flip:k3Jd8@127.0.0.1:27017/',
    ])
      expect(readConfig({ ...production, ...servers, MONGO_URL }).MONGO_URL).toBe(MONGO_URL);
  });

  it('is listed in .env.example: exactly every variable with its default', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8');
    const listed = [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
    expect(listed.map(([name]) => name).sort()).toEqual(Object.keys(configSchema.shape).sort());
    expect(readConfig(Object.fromEntries(listed) as Record<string, string>)).toEqual(readConfig({}));
  });
});
