import type { Decider } from '../../event-sourcing/decider.js';
import { type DomainEvent, streamCategory } from '../../event-sourcing/event.js';

export type IdentityClaimed = DomainEvent<'IdentityClaimed', { uid: string }>;

export interface ClaimIdentity {
  readonly at: string;
  readonly uid: string;
}

/** The owner of an account at a provider; a claim is never transferred. */
export interface IdentityClaimState {
  readonly uid: string | null;
}

/** `identity-{hmac}` by the blind index of the provider's issuer and `sub`. */
export const identityClaimStream = streamCategory('identity-');

/**
 * One account per (issuer, `sub`). The first claim wins. It opens nothing by itself: the claiming account must have
 * recorded the link too.
 */
export const identityClaimDecider: Decider<IdentityClaimState, ClaimIdentity, IdentityClaimed> = {
  name: 'identity-claim',
  initialState: () => ({ uid: null }),
  decide: ({ uid }, state) => (state.uid === null ? [{ type: 'IdentityClaimed', data: { uid } }] : []),
  evolve: (_, { data }) => ({ uid: data.uid }),
};
