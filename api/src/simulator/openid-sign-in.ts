import type { Clock } from '../config/clock.js';
import { type Config, isLoopback } from '../config/config.js';
import type { Secrets } from '../config/runtime.js';
import { SIMULATED_CLIENT_ID, SIMULATED_ISSUER_PATHS, simulatedAppleKey } from '../config/social-settings.js';
import { SOCIAL_PROVIDERS, type SocialProvider } from '../kernel/accounts.js';
import { APPLE, fixedSecret, GOOGLE, type OpenIdKind, signedSecret } from './openid-kinds.js';
import { formPostScript, OpenIdPages } from './openid-page.js';
import { OpenIdProvider } from './openid-provider.js';
import { asset, type SimulatorRoute } from './simulator-server.js';

interface OpenIdSettings {
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'simulatorApiKey'>;
  readonly config: Pick<Config, 'PUBLIC_URL'>;
  readonly people?: readonly {
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
  }[];
}

const KINDS: Readonly<Record<SocialProvider, OpenIdKind>> = { google: GOOGLE, apple: APPLE };

/** The simulated sign-in providers, which stand in for Google and Apple. Their issuers are known once the simulator listens. */
export function openIdSignIn(settings: OpenIdSettings): {
  readonly routes: readonly SimulatorRoute[];
  listenAt(httpUrl: string): void;
} {
  let origin = '';
  const routes = SOCIAL_PROVIDERS.flatMap((provider) => pagesOf(provider, settings, () => origin).routes());
  return {
    routes: [...routes, asset(/^\/form-post\.js$/, 'text/javascript', formPostScript)],
    listenAt: (httpUrl) => {
      origin = httpUrl;
    },
  };
}

function pagesOf(
  name: SocialProvider,
  { clock, secrets, config, people = [] }: OpenIdSettings,
  origin: () => string,
): OpenIdPages {
  const path = SIMULATED_ISSUER_PATHS[name];
  const issuer = () => `${origin()}${path}`;
  const clientId = SIMULATED_CLIENT_ID;
  const isSecret =
    name === 'apple'
      ? signedSecret(simulatedAppleKey(secrets), { clientId, issuer, nowMs: () => clock.now() })
      : fixedSecret(secrets.simulatorApiKey);
  const provider = new OpenIdProvider({ clock, kind: KINDS[name], clientId, isSecret, issuer });
  const own = config.PUBLIC_URL === undefined ? null : new URL(config.PUBLIC_URL).origin;
  return new OpenIdPages({
    provider,
    path,
    isOwn: (address) =>
      address.origin === own || (address.protocol === 'http:' && isLoopback(address.hostname)),
    people: people.map(({ email, firstName, lastName }) => ({
      email,
      givenName: firstName,
      familyName: lastName,
    })),
  });
}
