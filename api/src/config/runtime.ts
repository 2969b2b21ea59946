import { z } from 'zod';
import { SIMULATED_PAYPAL } from '../kernel/simulated.js';
import type { Clock } from './clock.js';
import type { Config } from './config.js';
import { keyListsSchema, listedKeys } from './key-lists.js';
import { socialSettings } from './social-settings.js';

const PERSONA_API_URL = 'https://api.withpersona.com';
const PERSONA_HOSTED_URL = 'https://inquiry.withpersona.com';
const PAYPAL_API_URL = 'https://api-m.paypal.com';
/** PayPal's own test mode, where money and accounts are made up. */
const PAYPAL_SANDBOX_URL = 'https://api-m.sandbox.paypal.com';
const STRIPE_API_URL = 'https://api.stripe.com';
/**
 * A tenth below what the providers allow an account, unless configured: 100 a second at Stripe (25 in its test mode), 400
 * POSTs a minute at PayPal, 300 a minute at Persona.
 */
const CALLS_PER_SECOND = { stripe: 90, stripeTest: 22, paypal: 6, persona: 4.5 } as const;
const SIMULATED_PUBLISHABLE_KEY = 'pk_simulator';

export const secretsSchema = z.object({
  /** ES256 key pair of the session tokens, PEM; like the next two secrets the newest one, where `keys` has a list. */
  sessionPrivateKey: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
  sessionPublicKey: z.string().startsWith('-----BEGIN PUBLIC KEY-----'),
  /** HMAC key of fingerprints and blind indexes, base64. */
  blindIndexKey: z.base64().length(44),
  /** Wraps the data keys of the vault, 32 bytes, base64. Purposes without a list of keys have one that is derived from it. */
  keyEncryptionKey: z.base64().length(44),
  /** The simulator signs its webhooks with the first and accepts the second as API key, in test mode. */
  simulatorWebhookSecret: z.string().min(16),
  simulatorApiKey: z.string().min(16),
  /** From the first rotation on. */
  keys: keyListsSchema.default(() => ({})),
});

/** Generated at first start in `secrets.json` (0600) of the data folder, or supplied by the deployment; there are no placeholders. */
export type Secrets = Readonly<z.infer<typeof secretsSchema>>;
/** Injection token of the secrets. */
export const Secrets: abstract new () => Secrets = class extends Object {} as never;

/** Addresses of a running simulator. */
export interface SimulatorAddresses {
  readonly httpUrl: string;
  readonly smtpUrl: string;
  readonly outboxUrl: string;
  readonly providersUrl: string;
}

/** By how many processes this one has to divide what a provider allows all of them; the transfer worker knows. */
export interface Sharing {
  processes: () => number;
}

/** Addresses and keys of the real providers, or of the simulator in test mode. */
export type ProviderSettings = Readonly<ReturnType<typeof providerSettings>> & {
  /** No worker calls them by itself: a command of an operator without a server leaves that to the next start. */
  readonly workersRest?: boolean;
  /** Aborts when the server must stop without waiting for them any longer. */
  readonly stopping?: AbortSignal;
};
/** Injection token of the providers' settings. */
export const ProviderSettings: abstract new () => ProviderSettings = class extends Object {} as never;

/** Values known before Nest starts, for AppModule.forRoot. */
export interface Runtime {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly providers: ProviderSettings;
  readonly clock: Clock;
}

/** The simulator in a separate process; null when SIMULATOR_URL names none. */
export function sharedSimulator({ SIMULATOR_URL, SIMULATOR_SMTP_PORT }: Config): SimulatorAddresses | null {
  if (SIMULATOR_URL === undefined) return null;
  const { origin, hostname } = new URL(SIMULATOR_URL);
  return {
    httpUrl: origin,
    smtpUrl: `smtp://${hostname}:${SIMULATOR_SMTP_PORT}`,
    outboxUrl: `${origin}/outbox`,
    providersUrl: `${origin}/providers`,
  };
}

/** True when a provider has no configured address, so that a simulator in this process replaces it. */
export function needsSimulator(config: Config): boolean {
  if (config.SIMULATOR_URL !== undefined) return false;
  const { PERSONA_API_URL, PAYPAL_CLIENT_ID, STRIPE_SECRET_KEY, SMTP_URL } = config;
  const { GOOGLE_CLIENT_ID, APPLE_CLIENT_ID } = config;
  const money = [PERSONA_API_URL, PAYPAL_CLIENT_ID, STRIPE_SECRET_KEY];
  return config.TEST_MODE && [...money, GOOGLE_CLIENT_ID, APPLE_CLIENT_ID, SMTP_URL].includes(undefined);
}

/** Where a provider's settings come from; `simulator` is null outside test mode. */
interface Sources extends Pick<Runtime, 'config' | 'secrets'> {
  readonly simulator: SimulatorAddresses | null;
}

/** The configured providers, in test mode the simulator for the others. */
export function providerSettings(
  { config, secrets }: Pick<Runtime, 'config' | 'secrets'>,
  simulator: SimulatorAddresses | null,
) {
  const sources = { config, secrets, simulator };
  const sharing: Sharing = { processes: () => 1 };
  return {
    sharing,
    persona: { ...personaSettings(sources), sharing },
    paypal: { ...paypalSettings(sources), sharing },
    stripe: { ...stripeSettings(sources), sharing },
    /** OpenID providers with a button; a provider that is not set up is null. */
    social: socialSettings(sources),
    /** The simulator that works the payout desk; null when people do. */
    deskUrl: config.TEST_MODE ? (simulator?.httpUrl ?? null) : null,
    /** Null while demo history is recorded, which sends no mail. */
    smtpUrl: config.SMTP_URL ?? simulator?.smtpUrl ?? null,
    ...simulatorPages(config, simulator),
  };
}

function simulatorPages(config: Config, simulator: SimulatorAddresses | null) {
  return {
    /** The simulator's page of sent mail; null with a mail server. */
    outboxUrl: config.SMTP_URL === undefined ? (simulator?.outboxUrl ?? null) : null,
    /** The simulator's page of charges, payouts, checks and webhooks; null when nothing is simulated. */
    providersUrl: config.TEST_MODE ? (simulator?.providersUrl ?? null) : null,
  };
}

function personaSettings({ config, secrets, simulator }: Sources) {
  const templateId = config.PERSONA_TEMPLATE_ID;
  if (simulator && config.PERSONA_API_URL === undefined)
    return {
      apiUrl: simulator.httpUrl,
      hostedUrl: simulator.httpUrl,
      apiKey: secrets.simulatorApiKey,
      templateId,
      callsPerSecond: config.PERSONA_CALLS_PER_SECOND ?? Infinity,
      webhookSecrets: listedKeys(secrets, 'simulator-webhook').map(({ key }) => key),
    };
  return {
    /** Origin of the API without a path: the adapter calls `{apiUrl}/api/v1/…`. */
    apiUrl: config.PERSONA_API_URL ?? PERSONA_API_URL,
    /** Origin of the hosted page: users are sent to `{hostedUrl}/verify?…`. */
    hostedUrl: config.PERSONA_HOSTED_URL ?? PERSONA_HOSTED_URL,
    apiKey: config.PERSONA_API_KEY ?? '',
    callsPerSecond: config.PERSONA_CALLS_PER_SECOND ?? CALLS_PER_SECOND.persona,
    templateId,
    /** A signature by any of them is valid, so that a secret can be rotated. */
    webhookSecrets: config.PERSONA_WEBHOOK_SECRETS ?? [],
  };
}

function paypalSettings({ config, secrets, simulator }: Sources) {
  if (simulator && config.PAYPAL_CLIENT_ID === undefined)
    return {
      ...SIMULATED_PAYPAL,
      apiUrl: simulator.httpUrl,
      clientSecret: secrets.simulatorApiKey,
      callsPerSecond: config.PAYPAL_CALLS_PER_SECOND ?? Infinity,
    };
  return {
    /** Origin of the API without a path: the adapter calls `{apiUrl}/v1/…`. */
    apiUrl: config.PAYPAL_API_URL ?? (config.TEST_MODE ? PAYPAL_SANDBOX_URL : PAYPAL_API_URL),
    clientId: config.PAYPAL_CLIENT_ID ?? '',
    clientSecret: config.PAYPAL_CLIENT_SECRET ?? '',
    /** The provider's id of our webhook, which its signature check requires. */
    webhookId: config.PAYPAL_WEBHOOK_ID ?? '',
    callsPerSecond: config.PAYPAL_CALLS_PER_SECOND ?? CALLS_PER_SECOND.paypal,
  };
}

function stripeCallsPerSecond({ STRIPE_CALLS_PER_SECOND, TEST_MODE }: Config): number {
  return STRIPE_CALLS_PER_SECOND ?? CALLS_PER_SECOND[TEST_MODE ? 'stripeTest' : 'stripe'];
}

function stripeSettings({ config, secrets, simulator }: Sources) {
  if (simulator && config.STRIPE_SECRET_KEY === undefined)
    return {
      apiUrl: simulator.httpUrl,
      secretKey: secrets.simulatorApiKey,
      publishableKey: SIMULATED_PUBLISHABLE_KEY,
      webhookSecrets: listedKeys(secrets, 'simulator-webhook').map(({ key }) => key),
      frameOrigin: simulator.httpUrl,
      callsPerSecond: config.STRIPE_CALLS_PER_SECOND ?? Infinity,
    };
  return {
    /** Origin of the API without a path: the adapter calls `{apiUrl}/v1/…`. */
    apiUrl: config.STRIPE_API_URL ?? STRIPE_API_URL,
    secretKey: config.STRIPE_SECRET_KEY ?? '',
    /** Public: the browser gets it. */
    publishableKey: config.STRIPE_PUBLISHABLE_KEY ?? '',
    /** A signature by any of them is valid, so that a secret can be rotated. */
    webhookSecrets: config.STRIPE_WEBHOOK_SECRETS ?? [],
    /**
     * Origin of the simulator's card frame; null with Stripe's own. Stripe has one address: in test mode another one is
     * the simulator of another process.
     */
    frameOrigin:
      config.TEST_MODE && config.STRIPE_API_URL !== undefined ? new URL(config.STRIPE_API_URL).origin : null,
    callsPerSecond: stripeCallsPerSecond(config),
  };
}
