import type { ServerMetadata } from 'openid-client';
import type { SocialProvider } from '../../../kernel/people/accounts.js';

/** What differs between the providers (docs/providers.md); everything else is OpenID Connect. */
export interface SocialProviderKind {
  /** Only the identity: no access to the user's data at the provider is requested. */
  readonly scope: string;
  /** In the query of a redirect, or in a form that the provider's page posts to us. */
  readonly responseMode: 'query' | 'form_post';
  readonly parameters: Readonly<Record<string, string>>;
  /** Documented addresses; null: the issuer's discovery document names them. */
  readonly endpoints: ((issuer: string) => ServerMetadata) | null;
}

export const SOCIAL_PROVIDER_KINDS: Readonly<Record<SocialProvider, SocialProviderKind>> = {
  google: {
    scope: 'openid email profile',
    responseMode: 'query',
    // On a shared computer the last person's account is not taken without a question.
    parameters: { prompt: 'select_account' },
    endpoints: null,
  },
  apple: {
    scope: 'openid email name',
    responseMode: 'form_post',
    parameters: { response_mode: 'form_post' },
    // Apple's discovery document has named another issuer than its tokens before.
    endpoints: (issuer) => ({
      issuer,
      authorization_endpoint: `${issuer}/auth/authorize`,
      token_endpoint: `${issuer}/auth/token`,
      jwks_uri: `${issuer}/auth/keys`,
    }),
  },
};
