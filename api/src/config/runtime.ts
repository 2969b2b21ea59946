import type { Clock } from './clock.js';
import type { Config } from './config.js';

/** Made on first start in `secrets.json` (0600) of the data folder, or given by the deployment; no placeholder exists. */
export abstract class Secrets {
  /** ES256 key pair of the session tokens, PEM. */
  abstract readonly sessionPrivateKey: string;
  abstract readonly sessionPublicKey: string;
  /** HMAC key of fingerprints and blind indexes, base64. */
  abstract readonly blindIndexKey: string;
  /** Wraps the data keys of the vault, 32 bytes, base64. */
  abstract readonly keyEncryptionKey: string;
  /** What the simulator signs its webhooks with and accepts as API key, in test mode. */
  abstract readonly simulatorWebhookSecret: string;
  abstract readonly simulatorApiKey: string;
}

/** Where the outside is: the real providers, or the simulator in test mode. */
export abstract class ProviderSettings {
  abstract readonly persona: {
    /** Origin of the API without a path: the adapter asks `{apiUrl}/api/v1/…`. The simulator's httpUrl in test mode. */
    readonly apiUrl: string;
    /** Origin of the hosted page: people are sent to `{hostedUrl}/verify?…`. The simulator's httpUrl in test mode. */
    readonly hostedUrl: string;
    readonly apiKey: string;
    readonly templateId: string;
    /** Any of them may sign, so that a secret can be rotated. */
    readonly webhookSecrets: readonly string[];
  };
  abstract readonly smtpUrl: string;
  /** The simulator's page of sent mail; null outside test mode. */
  abstract readonly outboxUrl: string | null;
}

/** Everything settled before Nest starts; AppModule.forRoot takes it. */
export interface Runtime {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly providers: ProviderSettings;
  readonly clock: Clock;
}
