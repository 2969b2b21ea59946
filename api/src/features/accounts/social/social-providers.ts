import { Injectable, Logger } from '@nestjs/common';
import type { AuthorizationCodeGrantChecks, Configuration, IDToken, ServerMetadata } from 'openid-client';
import { Clock } from '../../../config/clock.js';
import { errorCode, errorName } from '../../../kernel/error-code.js';
import { ProviderUnknown } from '../../../engine/providers/provider-unknown.js';
import { ProviderSettings } from '../../../config/runtime.js';
import type { SocialProviderSettings } from '../../../config/social-settings.js';
import { unlessAborted } from '../../../engine/waiting/time-limit.js';
import { EMAIL_MAX_LENGTH, SOCIAL_PROVIDERS, type SocialProvider } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { ClientSecrets } from './client-secrets.js';
import { SOCIAL_PROVIDER_KINDS } from './social-provider-kinds.js';

/** Deadline of every call to a provider. */
const CALL_DEADLINE_SECONDS = 5;
/** How long a provider's metadata and keys are used before they are read again. */
const METADATA_MS = 60 * 60 * 1_000;
const CLOCK_TOLERANCE_SECONDS = 60;
const SUBJECT_MAX_LENGTH = 255;

/** The secrets of one attempt: `state` and `nonce` tie the response to it, the verifier ties the code to this server. */
export interface AttemptSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A person as the provider's ID token describes them. */
export interface SocialIdentity {
  readonly issuer: string;
  /** Never stored: only its blind index. */
  readonly subject: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly name: string | undefined;
}

interface Discovered {
  readonly metadata: ServerMetadata;
  readonly untilMs: number;
}

type OpenId = typeof import('openid-client');
type KeyCache = Exclude<ReturnType<OpenId['getJwksCache']>, undefined>;

/** The configured OpenID providers, through openid-client: authorization code flow with PKCE, state and nonce. */
@Injectable()
export class SocialProviders {
  private readonly logger = new Logger('social');
  private readonly discovered = new Map<SocialProvider, Discovered>();
  private readonly keys = new Map<SocialProvider, KeyCache>();

  constructor(
    private readonly providers: ProviderSettings,
    private readonly clock: Clock,
    private readonly clientSecrets: ClientSecrets,
  ) {}

  /** The provider of this name. @throws DomainError not_found where there is none, or it is not set up */
  enabled(name: string): SocialProvider {
    const provider = SOCIAL_PROVIDERS.find((known) => known === name);
    if (!provider || this.providers.social[provider] === null) throw new DomainError('not_found');
    return provider;
  }

  /**
   * Where to send a browser to choose an account, and the secrets that its response must match.
   * @throws DomainError social_unavailable
   */
  async begin(
    provider: SocialProvider,
    { redirectUri, locale }: { readonly redirectUri: string; readonly locale: string },
  ): Promise<{ readonly address: string; readonly secrets: AttemptSecrets }> {
    return this.reported(provider, async (openId) => {
      const configuration = await this.configuration(openId, provider);
      const secrets = {
        state: openId.randomState(),
        nonce: openId.randomNonce(),
        verifier: openId.randomPKCECodeVerifier(),
      };
      const { scope, parameters } = SOCIAL_PROVIDER_KINDS[provider];
      const address = openId.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await openId.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
        ui_locales: locale,
        ...parameters,
      });
      return { address: address.href, secrets };
    });
  }

  /**
   * Exchanges the code in `callback`, the callback's address with the response in its query. Checks state, PKCE, signature,
   * issuer, audience, times and nonce.
   * @throws DomainError social_cancelled, social_failed, social_unavailable
   */
  async identify(
    provider: SocialProvider,
    callback: URL,
    { state, nonce, verifier }: AttemptSecrets,
  ): Promise<SocialIdentity> {
    return this.reported(provider, async (openId) => {
      const configuration = await this.configuration(openId, provider);
      const checks: AuthorizationCodeGrantChecks = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      };
      const tokens = await openId.authorizationCodeGrant(configuration, callback, checks);
      const cache = openId.getJwksCache(configuration);
      if (cache) this.keys.set(provider, cache);
      const identity = identityIn(tokens.claims());
      if (!identity) throw new DomainError('social_failed');
      return identity;
    });
  }

  private settings(provider: SocialProvider): SocialProviderSettings {
    const settings = this.providers.social[provider];
    if (!settings) throw new DomainError('not_found');
    return settings;
  }

  /** Built for each call, because the clock port may differ from the system's clock, by which the library judges times. */
  private async configuration(openId: OpenId, provider: SocialProvider): Promise<Configuration> {
    const settings = this.settings(provider);
    const { issuer, clientId } = settings;
    const metadata = await this.metadata(openId, provider, issuer);
    const client = {
      client_secret: await this.clientSecrets.of(settings),
      [openId.clockSkew]: Math.round((this.clock.now() - Date.now()) / 1_000),
      [openId.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
    };
    const configuration = new openId.Configuration(metadata, clientId, client);
    configuration.timeout = CALL_DEADLINE_SECONDS;
    if (isPlainHttp(issuer)) allowPlainHttp(openId)(configuration);
    openId.enableNonRepudiationChecks(configuration);
    const keys = this.keys.get(provider);
    if (keys) openId.setJwksCache(configuration, keys);
    return configuration;
  }

  private async metadata(openId: OpenId, provider: SocialProvider, issuer: string): Promise<ServerMetadata> {
    const { endpoints } = SOCIAL_PROVIDER_KINDS[provider];
    if (endpoints) return endpoints(issuer);
    const known = this.discovered.get(provider);
    if (known && performance.now() < known.untilMs) return known.metadata;
    const { clientId } = this.settings(provider);
    const found = await openId.discovery(new URL(issuer), clientId, undefined, undefined, {
      timeout: CALL_DEADLINE_SECONDS,
      ...(isPlainHttp(issuer) && { execute: [allowPlainHttp(openId)] }),
    });
    const metadata = found.serverMetadata();
    this.discovered.set(provider, { metadata, untilMs: performance.now() + METADATA_MS });
    return metadata;
  }

  /** Every failure as a refusal; the log line names what went wrong, without what the provider or the person sent. */
  private async reported<Result>(
    provider: SocialProvider,
    work: (openId: OpenId) => Promise<Result>,
  ): Promise<Result> {
    // Loaded with the first sign-in, not at startup.
    const openId = await import('openid-client');
    try {
      return await unlessAborted(work(openId), this.providers.stopping);
    } catch (error) {
      if (error instanceof DomainError) throw error;
      const code = codeOf(openId, error);
      if (code !== 'social_cancelled')
        this.logger.warn(`${provider}: ${errorName(error)} ${errorCode(error)}`);
      throw new DomainError(code);
    }
  }
}

/** The error codes when a user cancels at the provider's page; the second is Apple's. */
const CANCELLED: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize']);
const AWAY: ReadonlySet<string> = new Set(['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_TIMEOUT']);

/** Configuration allows it only on loopback, for the simulator. */
function isPlainHttp(issuer: string): boolean {
  return issuer.startsWith('http:');
}

function allowPlainHttp(openId: OpenId): (configuration: Configuration) => void {
  // oxlint-disable-next-line typescript/no-deprecated -- marked so only to make it stand out.
  return openId.allowInsecureRequests;
}

function codeOf(openId: OpenId, error: unknown): 'social_cancelled' | 'social_unavailable' | 'social_failed' {
  if (error instanceof openId.AuthorizationResponseError)
    return CANCELLED.has(error.error) ? 'social_cancelled' : 'social_failed';
  if (error instanceof ProviderUnknown) return 'social_unavailable';
  // A refused code is a response; an error status, a lost connection or a timeout is not.
  if (error instanceof openId.ResponseBodyError) return 'social_failed';
  const isAway = AWAY.has(errorCode(error));
  // fetch reports a broken connection as a TypeError.
  const { name, cause } = error as { readonly name?: string; readonly cause?: { readonly name?: string } };
  return isAway || [name, cause?.name].includes('TypeError') ? 'social_unavailable' : 'social_failed';
}

function identityIn(claims: IDToken | undefined): SocialIdentity | null {
  if (!claims || claims.sub.length > SUBJECT_MAX_LENGTH) return null;
  const { sub, iss, email } = claims;
  if (typeof email !== 'string' || email.length > EMAIL_MAX_LENGTH) return null;
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : undefined);
  return {
    issuer: iss,
    subject: sub,
    email,
    // Some providers send it as text.
    emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    firstName: text('given_name'),
    lastName: text('family_name'),
    name: text('name'),
  };
}
