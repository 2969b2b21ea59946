import type { Clock } from '../config/clock.js';
import { type Config, isLoopback } from '../config/config.js';
import { SIMULATED_CLIENT_ID, SIMULATED_ISSUER_PATH } from '../config/prepare-runtime.js';
import type { Secrets } from '../config/runtime.js';
import { OpenIdPages } from './openid-page.js';
import { OpenIdProvider } from './openid-provider.js';
import type { SimulatorRoute } from './simulator-server.js';

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

/** The simulated sign-in provider, which stands in for Google. Its issuer is known once the simulator listens. */
export function openIdSignIn({ clock, secrets, config, people = [] }: OpenIdSettings): {
  readonly routes: readonly SimulatorRoute[];
  listenAt(httpUrl: string): void;
} {
  let origin = '';
  const provider = new OpenIdProvider({
    clock,
    clientId: SIMULATED_CLIENT_ID,
    clientSecret: secrets.simulatorApiKey,
    issuer: () => `${origin}${SIMULATED_ISSUER_PATH}`,
  });
  const own = config.PUBLIC_URL === undefined ? null : new URL(config.PUBLIC_URL).origin;
  const isOwn = (address: URL) =>
    address.origin === own || (address.protocol === 'http:' && isLoopback(address.hostname));
  const pages = new OpenIdPages({
    provider,
    isOwn,
    people: people.map(({ email, firstName, lastName }) => ({
      email,
      givenName: firstName,
      familyName: lastName,
    })),
  });
  return {
    routes: pages.routes(),
    listenAt: (httpUrl) => {
      origin = httpUrl;
    },
  };
}
