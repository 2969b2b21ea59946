import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../../../config/clock.js';
import type { Locale, SocialProvider } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { Vault, type VaultRecord } from '../../../engine/vault/vault.port.js';
import type { WaitingIdentity } from './linking/identity-links.js';
import type { AttemptSecrets } from './social-providers.js';

/** From the start to the response, and again from there to the password that links an account. */
export const ATTEMPT_LIFETIME_MS = 10 * 60 * 1_000;
const KEY_BYTES = 32;
const KEY_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** The request of a browser when it left for the provider. */
export interface SocialStart {
  readonly provider: SocialProvider;
  /** The callback's address, which the provider compares with the registered ones. */
  readonly redirectUri: string;
  readonly inPopup: boolean;
  readonly acceptTerms: boolean;
  readonly locale: Locale;
  /** The screen that shows a refusal. */
  readonly page: '/signin' | '/signup' | '/profile';
  /** The screen to open afterwards: a path of this application. */
  readonly returnTo: string;
  /** Who links, having just entered the account's password; without it, the identity signs in. */
  readonly linkTo?: Linking;
}

/** A link is finished only in the session that began it, while the password that was entered is the account's. */
export interface Linking {
  readonly uid: string;
  readonly sid: string;
  readonly credentialId: string;
}

/** A started attempt. */
export type StartedAttempt = SocialStart & AttemptSecrets & { readonly stage: 'started' };

/** A proven identity with the address of an account: the account's password is required. Contains no address and no `sub`. */
export interface WaitingLink extends WaitingIdentity {
  readonly stage: 'link';
  readonly uid: string;
  /** The account's credential at the time: with another one, the link is void. */
  readonly credentialId: string;
  readonly returnTo: string;
}

type Stage = StartedAttempt | WaitingLink | { readonly stage: 'over' };
type Expiring<S extends Stage> = S & { readonly expiresAtMs: number };

/** One attempt, as it was read. */
export interface FoundAttempt<S extends Stage> {
  readonly record: VaultRecord;
  readonly value: S;
}

/**
 * Attempts in the vault, each under the hash of a key that only its browser has. A stage is left once: of two responses
 * with the same cookie, the second is refused.
 */
@Injectable()
export class SocialAttempts {
  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** Returns the browser's key. */
  async begin(attempt: Omit<StartedAttempt, 'stage'>): Promise<string> {
    const key = randomBytes(KEY_BYTES).toString('base64url');
    const value = this.expiring({ ...attempt, stage: 'started' });
    await this.vault.put('social', hashOf(key), { owner: socialSweptWith(this.clock.now()), value }, null);
    return key;
  }

  /** @throws DomainError social_expired when the key is missing, unknown, too old, or past this stage */
  async find<Name extends 'started' | 'link'>(
    key: string | undefined,
    stage: Name,
  ): Promise<FoundAttempt<Extract<Stage, { stage: Name }>>> {
    type Value = Expiring<Extract<Stage, { stage: Name }>>;
    if (key === undefined || !KEY_PATTERN.test(key)) throw new DomainError('social_expired');
    const record = await this.vault.get<Expiring<Stage>>('social', hashOf(key));
    if (record?.value.stage !== stage || record.value.expiresAtMs <= this.clock.now())
      throw new DomainError('social_expired');
    return { record, value: record.value as Value };
  }

  /** Ends a stage. @throws DomainError social_expired for the second of two callers */
  async leave({ record }: FoundAttempt<Stage>, next: WaitingLink | null = null): Promise<VaultRecord> {
    const { id, owner, version } = record;
    const value = this.expiring(next ?? { stage: 'over' });
    if ((await this.vault.put('social', id, { owner, value }, version)) === 'stale')
      throw new DomainError('social_expired');
    return { ...record, value, version: version + 1 };
  }

  private expiring<S extends Stage>(stage: S): Expiring<S> {
    return { ...stage, expiresAtMs: this.clock.now() + ATTEMPT_LIFETIME_MS };
  }
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Attempts are owned by the day they began, and removed with it. */
export function socialSweptWith(nowMs: number): string {
  return `social-${isoInstant(nowMs).slice(0, 10)}`;
}
