import type { Decider } from '../event-sourcing/decider.js';
import type { DomainEvent } from '../event-sourcing/event.js';
import { streamCategory } from '../event-sourcing/event.js';

export type EmailClaimed = DomainEvent<'EmailClaimed', { uid: string }>;

export interface ClaimEmail {
  readonly at: string;
  readonly uid: string;
}

/** Whose an e-mail address is; a claim never changes hands. */
export interface EmailClaimState {
  readonly uid: string | null;
}

/** `email-{hmac}` by the blind index of the address. */
export const emailClaimStream = streamCategory('email-');

/**
 * One account an address. The first claim stands; whoever comes later learns whose it is and
 * completes it if its account was never registered.
 */
export const emailClaimDecider: Decider<EmailClaimState, ClaimEmail, EmailClaimed> = {
  name: 'email-claim',
  initialState: () => ({ uid: null }),
  decide: ({ uid }, state) => (state.uid === null ? [{ type: 'EmailClaimed', data: { uid } }] : []),
  evolve: (_, { data }) => ({ uid: data.uid }),
};
