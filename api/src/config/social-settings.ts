import { createECDH, createPrivateKey, hkdfSync } from 'node:crypto';
import type { SocialProvider } from '../kernel/people/accounts.js';
import { SIMULATED_CLIENT_ID, SIMULATED_ISSUER_PATHS } from '../kernel/simulated.js';
import type { Config } from './config.js';

/** Where a sign-in provider's page returns to: with the answer in the query, or (POST) in a form. */
export const SOCIAL_CALLBACK_ROUTE = '/api/auth/:provider/callback';

const SIMULATED_TEAM_ID = 'FLIPTEST00';
const SIMULATED_KEY_ID = 'SIMULATED0';
/** A scalar of one byte less than the curve's order is always a valid one. */
const SCALAR_BYTES = 31;

/** One OpenID provider, as registered there. */
export interface SocialProviderSettings {
  /** Compared with the `iss` of every token, character by character. */
  readonly issuer: string;
  readonly clientId: string;
  /** What authenticates our calls: a fixed text, or the key that signs one (Apple). */
  readonly clientSecret: string | ClientSecretKey;
  /** The simulator's provider, which the button says. */
  readonly simulated: boolean;
}

/** The key of a signed client secret, as registered at the provider. */
export interface ClientSecretKey {
  readonly teamId: string;
  readonly keyId: string;
  /** P-256, PEM. */
  readonly privateKey: string;
}

/** The secret of a data folder that the simulator expects. */
interface SimulatorKey {
  readonly simulatorApiKey: string;
}

/** The sign-in providers as configured, in test mode else the simulator's; null = no button. */
export function socialSettings({
  config,
  secrets,
  simulator,
}: {
  readonly config: Config;
  readonly secrets: SimulatorKey;
  readonly simulator: { readonly httpUrl: string } | null;
}): Readonly<Record<SocialProvider, SocialProviderSettings | null>> {
  const simulated = (provider: SocialProvider) =>
    simulator && {
      issuer: `${simulator.httpUrl}${SIMULATED_ISSUER_PATHS[provider]}`,
      clientId: SIMULATED_CLIENT_ID,
      clientSecret: provider === 'google' ? secrets.simulatorApiKey : simulatedAppleKey(secrets),
      simulated: true,
    };
  return {
    google:
      config.GOOGLE_CLIENT_ID === undefined
        ? simulated('google')
        : {
            issuer: config.GOOGLE_ISSUER,
            clientId: config.GOOGLE_CLIENT_ID,
            clientSecret: config.GOOGLE_CLIENT_SECRET ?? '',
            simulated: false,
          },
    apple:
      config.APPLE_CLIENT_ID === undefined
        ? simulated('apple')
        : {
            issuer: config.APPLE_ISSUER,
            clientId: config.APPLE_CLIENT_ID,
            clientSecret: {
              teamId: config.APPLE_TEAM_ID ?? '',
              keyId: config.APPLE_KEY_ID ?? '',
              privateKey: config.APPLE_PRIVATE_KEY ?? '',
            },
            simulated: false,
          },
  };
}

/** The key of the simulated Apple; derived, so that every process of a deployment and its simulator have the same one. */
export function simulatedAppleKey({ simulatorApiKey }: SimulatorKey): ClientSecretKey {
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
