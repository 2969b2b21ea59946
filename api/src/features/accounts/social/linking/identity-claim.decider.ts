import type { Decider } from '../../../../event-sourcing/decider.js';
import { type DomainEvent, streamCategory } from '../../../../event-sourcing/event.js';

export type IdentityClaimed = DomainEvent<'IdentityClaimed', { uid: string }>;

/** `uid` gave it up; the next account that proves the identity may claim it. */
export type IdentityReleased = DomainEvent<'IdentityReleased', { uid: string }>;
export type IdentityClaimEvent = IdentityClaimed | IdentityReleased;

interface OfAccount {
  readonly at: string;
  readonly uid: string;
}
export type ClaimIdentity = OfAccount & { readonly type: 'ClaimIdentity' };
export type ReleaseIdentity = OfAccount & { readonly type: 'ReleaseIdentity' };

/** The owner of an account at a provider. Only it can end a claim. */
export interface IdentityClaimState {
  readonly uid: string | null;
}

/** `identity-{hmac}` by the blind index of the provider's issuer and `sub`. */
export const identityClaimStream = streamCategory('identity-');

/**
 * One account per (issuer, `sub`). The first claim wins. It opens nothing by itself: the claiming account must have
 * recorded the link too.
 */
export const identityClaimDecider: Decider<
  IdentityClaimState,
  ClaimIdentity | ReleaseIdentity,
  IdentityClaimEvent
> = {
  name: 'identity-claim',
  initialState: () => ({ uid: null }),
  decide({ type, uid }, state) {
    if (type === 'ClaimIdentity')
      return state.uid === null ? [{ type: 'IdentityClaimed', data: { uid } }] : [];
    return state.uid === uid ? [{ type: 'IdentityReleased', data: { uid } }] : [];
  },
  evolve: (_, { type, data }) => ({ uid: type === 'IdentityClaimed' ? data.uid : null }),
};
