import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../kernel/domain-error.js';
import { isOwnEmailAddress } from '../../../kernel/text/email-addresses.js';
import type { VaultRecord } from '../../../engine/vault/vault.port.js';
import { Claims } from '../account/claims.js';
import { normalEmail } from '../email-address.js';
import { withPostedName } from './posted-response.js';
import { type FoundAttempt, SocialAttempts, type StartedAttempt } from './social-attempts.js';
import { type SocialIdentity, SocialProviders } from './social-providers.js';

/** What came back from a provider. */
export interface CallbackResponse {
  /** The query of the callback, as the provider's redirect carried it. */
  readonly query: URLSearchParams;
  /** The person's own words in a posted response. */
  readonly user: string | undefined;
}

/** A proven person, by the blind index of the identity, with the normalized address. */
export interface Proven {
  readonly identity: SocialIdentity;
  readonly subjectIndex: string;
  readonly email: string;
}

/** The first step of every callback. */
@Injectable()
export class SocialProofs {
  constructor(
    private readonly attempts: SocialAttempts,
    private readonly providers: SocialProviders,
    private readonly claims: Claims,
  ) {}

  /**
   * Ends the attempt and returns who the provider says it was.
   * @throws DomainError social_expired, social_cancelled, social_failed, social_unavailable
   */
  async take(
    attempt: FoundAttempt<StartedAttempt>,
    response: CallbackResponse,
  ): Promise<Proven & { readonly record: VaultRecord }> {
    const { value } = attempt;
    // A response to another attempt does not end this one.
    if (response.query.get('state') !== value.state) throw new DomainError('social_failed');
    const record = await this.attempts.leave(attempt);
    const callback = new URL(value.redirectUri);
    callback.search = response.query.toString();
    const signed = await this.providers.identify(value.provider, callback, value);
    const identity = withPostedName(signed, response.user);
    const email = normalEmail(identity.email);
    if (!isOwnEmailAddress(email)) throw new DomainError('social_failed');
    const subjectIndex = this.claims.subjectIndex(identity.issuer, identity.subject);
    return { record, identity, email, subjectIndex };
  }
}
