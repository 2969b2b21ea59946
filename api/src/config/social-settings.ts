import { createECDH, createPrivateKey, hkdfSync } from 'node:crypto';
import type { SocialProvider } from '../kernel/accounts.js';
import type { Config } from './config.js';
import type { ClientSecretKey, ProviderSettings, Secrets, SocialProviderSettings } from './runtime.js';

/** Where a sign-in provider's page returns to: with the answer in the query, or (POST) in a form. */
export const SOCIAL_CALLBACK_ROUTE = '/api/auth/:provider/callback';

/** Paths of the simulated OpenID providers' issuers, and what they know us as. */
export const SIMULATED_ISSUER_PATHS: Readonly<Record<SocialProvider, string>> = {
  google: '/openid',
  apple: '/apple',
};
export const SIMULATED_CLIENT_ID = 'flip-test-mode';
const SIMULATED_TEAM_ID = 'FLIPTEST00';
const SIMULATED_KEY_ID = 'SIMULATED0';
/** A scalar of one byte less than the curve's order is always a valid one. */
const SCALAR_BYTES = 31;

/** The sign-in providers as configured, in test mode else the simulator's; null = no button. */
export function socialSettings({
  config,
  secrets,
  simulator,
}: {
  readonly config: Config;
  readonly secrets: Pick<Secrets, 'simulatorApiKey'>;
  readonly simulator: { readonly httpUrl: string } | null;
}): ProviderSettings['social'] {
  const simulated = (provider: SocialProvider) =>
    simulator && {
      issuer: `${simulator.httpUrl}${SIMULATED_ISSUER_PATHS[provider]}`,
      clientId: SIMULATED_CLIENT_ID,
      clientSecret: provider === 'google' ? secrets.simulatorApiKey : simulatedAppleKey(secrets),
      simulated: true,
    };
  return {
    google: configuredGoogle(config) ?? simulated('google'),
    apple: configuredApple(config) ?? simulated('apple'),
  };
}

function configuredGoogle({
  GOOGLE_ISSUER: issuer,
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
}: Config): SocialProviderSettings | null {
  if (clientId === undefined || clientSecret === undefined) return null;
  return { issuer, clientId, clientSecret, simulated: false };
}

function configuredApple({
  APPLE_ISSUER: issuer,
  APPLE_CLIENT_ID: clientId,
  APPLE_TEAM_ID: teamId,
  APPLE_KEY_ID: keyId,
  APPLE_PRIVATE_KEY: privateKey,
}: Config): SocialProviderSettings | null {
  if (clientId === undefined || teamId === undefined || keyId === undefined || privateKey === undefined)
    return null;
  return { issuer, clientId, clientSecret: { teamId, keyId, privateKey }, simulated: false };
}

/** The key of the simulated Apple; derived, so that every process of a deployment and its simulator have the same one. */
export function simulatedAppleKey({ simulatorApiKey }: Pick<Secrets, 'simulatorApiKey'>): ClientSecretKey {
  const scalar = Buffer.from(hkdfSync('sha256', simulatorApiKey, '', 'simulated-apple-key', SCALAR_BYTES));
  const d = Buffer.concat([Buffer.alloc(1), scalar]);
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(d);
  const point = pair.getPublicKey();
  const encoded = (bytes: Buffer) => bytes.toString('base64url');
  const coordinates = { d: encoded(d), x: encoded(point.subarray(1, 33)), y: encoded(point.subarray(33)) };
  const jwk = { kty: 'EC', crv: 'P-256', ...coordinates };
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' });
  return { teamId: SIMULATED_TEAM_ID, keyId: SIMULATED_KEY_ID, privateKey: privateKey.toString() };
}
