import { SOCIAL_PROVIDERS, type SocialProvider } from '../../api/src/kernel/people/accounts.js';
import { APPLE, fixedSecret, GOOGLE, type OpenIdKind, signedSecret } from './openid-kinds.js';
import { SIMULATED_CLIENT_ID, SIMULATED_ISSUER_PATHS } from '../../api/src/kernel/simulated.js';
import { formPostScript, OpenIdPages } from './openid-page.js';
import { OpenIdProvider } from './openid-provider.js';
import { asset, type SimulatorRoute } from '../simulator-server.js';
import type { Simulation } from '../simulation.js';

/** A user with a password, whom the provider also offers. */
export interface KnownUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

const KINDS: Readonly<Record<SocialProvider, OpenIdKind>> = { google: GOOGLE, apple: APPLE };

/** The simulated sign-in providers that replace Google and Apple. */
export function openIdRoutes(simulation: Simulation, users: readonly KnownUser[]): readonly SimulatorRoute[] {
  return [
    ...SOCIAL_PROVIDERS.flatMap((provider) => pagesOf(provider, simulation, users).routes()),
    asset(/^\/form-post\.js$/, 'text/javascript', formPostScript),
  ];
}

function pagesOf(name: SocialProvider, simulation: Simulation, users: readonly KnownUser[]): OpenIdPages {
  const { clock, secrets, origins } = simulation;
  const path = SIMULATED_ISSUER_PATHS[name];
  const issuer = () => `${simulation.httpUrl}${path}`;
  const clientId = SIMULATED_CLIENT_ID;
  const signed =
    secrets.appleKey && signedSecret(secrets.appleKey, { clientId, issuer, nowMs: () => clock.now() });
  const isSecret = name === 'apple' ? (signed ?? (() => false)) : fixedSecret(secrets.simulatorApiKey);
  const provider = new OpenIdProvider({ clock, kind: KINDS[name], clientId, isSecret, issuer });
  return new OpenIdPages({
    provider,
    path,
    isOwn: (address) => origins.includes(address),
    people: users.map(({ email, firstName: givenName, lastName: familyName }) => ({
      email,
      givenName,
      familyName,
    })),
  });
}
