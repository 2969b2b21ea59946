import type { SocialProvider } from './people/accounts.js';

/** The client id of Flip at the simulated PayPal; the secret is separate. */
export const SIMULATED_PAYPAL = { clientId: 'simulator', webhookId: 'WH-simulator' } as const;

/** What the simulated sign-in providers know Flip as. */
export const SIMULATED_CLIENT_ID = 'flip-test-mode';

/** Paths of their issuers on the simulator's origin. */
export const SIMULATED_ISSUER_PATHS: Readonly<Record<SocialProvider, string>> = {
  google: '/openid',
  apple: '/apple',
};
