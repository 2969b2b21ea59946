import type { Clock } from './clock.js';
import type { SocialProvider } from '../kernel/accounts.js';
import type { Config } from './config.js';

/** Generated at first start in `secrets.json` (0600) of the data folder, or supplied by the deployment; there are no placeholders. */
export abstract class Secrets {
  /** ES256 key pair of the session tokens, PEM. */
  abstract readonly sessionPrivateKey: string;
  abstract readonly sessionPublicKey: string;
  /** HMAC key of fingerprints and blind indexes, base64. */
  abstract readonly blindIndexKey: string;
  /** Wraps the data keys of the vault, 32 bytes, base64. */
  abstract readonly keyEncryptionKey: string;
  /** The simulator signs its webhooks with the first and accepts the second as API key, in test mode. */
  abstract readonly simulatorWebhookSecret: string;
  abstract readonly simulatorApiKey: string;
}

/** Addresses of the real providers, or of the simulator in test mode. */
export abstract class ProviderSettings {
  abstract readonly persona: {
    /** Origin of the API without a path: the adapter calls `{apiUrl}/api/v1/…`. The simulator's httpUrl in test mode. */
    readonly apiUrl: string;
    /** Origin of the hosted page: users are sent to `{hostedUrl}/verify?…`. The simulator's httpUrl in test mode. */
    readonly hostedUrl: string;
    readonly apiKey: string;
    readonly templateId: string;
    /** A signature by any of them is valid, so that a secret can be rotated. */
    readonly webhookSecrets: readonly string[];
  };
  abstract readonly paypal: {
    /** Origin of the API without a path: the adapter calls `{apiUrl}/v1/…`. The simulator's httpUrl in test mode. */
    readonly apiUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
    /** The provider's id of our webhook, which its signature check requires. */
    readonly webhookId: string;
  };
  abstract readonly stripe: {
    /** Origin of the API without a path: the adapter calls `{apiUrl}/v1/…`. The simulator's httpUrl in test mode. */
    readonly apiUrl: string;
    readonly secretKey: string;
    /** Public: the browser gets it. */
    readonly publishableKey: string;
    /** A signature by any of them is valid, so that a secret can be rotated. */
    readonly webhookSecrets: readonly string[];
    /** Origin of the simulator's card frame; null with Stripe's own. */
    readonly frameOrigin: string | null;
  };
  /** OpenID providers whose button is shown; a provider that is not set up is null. */
  abstract readonly social: Readonly<Record<SocialProvider, SocialProviderSettings | null>>;
  /** Null while history is recorded that nobody is to be mailed about. */
  abstract readonly smtpUrl: string | null;
  /** The simulator's page of sent mail; null outside test mode. */
  abstract readonly outboxUrl: string | null;
  /** The simulator that works the payout desk; null when people do. */
  abstract readonly deskUrl: string | null;
  /** No worker calls them by itself: a command of an operator without a server leaves that to the next start. */
  abstract readonly workersRest?: boolean;
}

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

/** Values known before Nest starts, for AppModule.forRoot. */
export interface Runtime {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly providers: ProviderSettings;
  readonly clock: Clock;
}
