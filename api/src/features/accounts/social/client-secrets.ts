import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Clock } from '../../../config/clock.js';
import type { SocialProviderSettings } from '../../../config/social-settings.js';

/** Lifetime of a signed secret: one call. Apple accepts up to six months. */
const LIFETIME_SECONDS = 5 * 60;

/** What proves to a provider that a call is ours. */
@Injectable()
export class ClientSecrets {
  constructor(
    private readonly jwt: JwtService,
    private readonly clock: Clock,
  ) {}

  /** The fixed secret, or one that is signed now with the registered key (ES256; docs/providers.md). */
  async of({ issuer, clientId, clientSecret }: SocialProviderSettings): Promise<string> {
    if (typeof clientSecret === 'string') return clientSecret;
    const { teamId, keyId, privateKey } = clientSecret;
    const iat = Math.floor(this.clock.now() / 1_000);
    const claims = { iss: teamId, sub: clientId, aud: issuer, iat, exp: iat + LIFETIME_SECONDS };
    return this.jwt.signAsync(claims, { privateKey, algorithm: 'ES256', keyid: keyId });
  }
}
