import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configSchema } from './config.js';
import { readConfig } from './read-config.js';

const production = {
  NODE_ENV: 'production',
  TEST_MODE: 'false',
  PUBLIC_URL: 'https://flip.test',
  TRUST_PROXY: 'true',
  SUPPORT_EMAIL: 'help@flip.test',
  SUPPORT_PHONE: '(336) 555-0199',
  MAIL_FROM: 'Flip <no-reply@flip.test>',
  SMTP_URL: 'smtp://mail.flip.test',
  PERSONA_API_KEY: 'persona_live_key',
  PERSONA_WEBHOOK_SECRETS: 'wbhsec_one,wbhsec_two',
};

describe('the configuration', () => {
  it('starts with an empty environment: this machine alone, test mode, debit cards, 3% + $0.30', () => {
    expect(readConfig({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      TEST_MODE: true,
      FEE_SCHEDULE: 'card-3pct-plus-30c',
      ACCEPTED_CARD_FUNDING: 'debit',
    });
  });

  it('takes a variable set to nothing as not set', () => {
    expect(readConfig({ PORT: '', PUBLIC_URL: '', SUPPORT_EMAIL: '' })).toEqual(readConfig({}));
  });

  it('runs a production that is fully configured', () => {
    expect(readConfig(production)).toMatchObject({ NODE_ENV: 'production', TEST_MODE: false });
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
    ['TLS without a proxy setting', { PUBLIC_URL: 'https://flip.test' }, 'TRUST_PROXY'],
    ['a frozen clock outside test mode', { TEST_MODE: 'false', FLIP_TEST_CLOCK: 'x' }, 'FLIP_TEST_CLOCK'],
    ['real mail without a server', { TEST_MODE: 'false' }, 'SMTP_URL'],
    ['a real identity provider without a key', { PERSONA_API_URL: 'https://api.test' }, 'PERSONA_API_KEY'],
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
      'production without webhook secrets',
      { ...production, PERSONA_WEBHOOK_SECRETS: '' },
      'PERSONA_WEBHOOK_SECRETS',
    ],
  ])('refuses %s in one line that names the variable', (_, environment, variable) => {
    const refusal = () => readConfig(environment);
    expect(refusal).toThrow(new RegExp(`^${variable}: [^\\n]+$`));
  });

  it('allows test mode in production when it is allowed by name', () => {
    expect(readConfig({ ...production, TEST_MODE: 'true', ALLOW_SIMULATOR: 'true' }).TEST_MODE).toBe(true);
  });

  it('is listed in .env.example: every variable with its default, and nothing else', () => {
    const text = readFileSync(join(__dirname, '../../../.env.example'), 'utf8');
    const listed = [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
    expect(listed.map(([name]) => name).sort()).toEqual(Object.keys(configSchema.shape).sort());
    expect(readConfig(Object.fromEntries(listed) as Record<string, string>)).toEqual(readConfig({}));
  });
});
