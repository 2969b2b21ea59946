import type { Decider } from '../../../event-sourcing/decider.js';
import type { DomainEvent } from '../../../event-sourcing/event.js';
import { streamCategory } from '../../../event-sourcing/event.js';

export type EmailClaimed = DomainEvent<'EmailClaimed', { uid: string }>;

export interface ClaimEmail {
  readonly at: string;
  readonly uid: string;
}

/** The owner of an email address; a claim is never transferred. */
export interface EmailClaimState {
  readonly uid: string | null;
}

/** `email-{hmac}` by the blind index of the address. */
export const emailClaimStream = streamCategory('email-');

/**
 * One account per address. The first claim wins; a later caller gets its uid, and completes the registration if the
 * account was never registered.
 */
export const emailClaimDecider: Decider<EmailClaimState, ClaimEmail, EmailClaimed> = {
  name: 'email-claim',
  initialState: () => ({ uid: null }),
  decide: ({ uid }, state) => (state.uid === null ? [{ type: 'EmailClaimed', data: { uid } }] : []),
  evolve: (_, { data }) => ({ uid: data.uid }),
};
