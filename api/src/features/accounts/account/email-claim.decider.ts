import type { Decider } from '../../../event-sourcing/decider.js';
import type { DomainEvent } from '../../../event-sourcing/event.js';
import { streamCategory } from '../../../event-sourcing/event.js';

export type EmailClaimed = DomainEvent<'EmailClaimed', { uid: string }>;
/** The account has another address now, or is closed: the address can be claimed again. */
export type EmailReleased = DomainEvent<'EmailReleased', { uid: string }>;
export type EmailClaimEvent = EmailClaimed | EmailReleased;

export interface EmailClaimCommand {
  readonly at: string;
  readonly type: 'ClaimEmail' | 'ReleaseEmail';
  readonly uid: string;
}

/** The owner of an email address; null when it is free. */
export interface EmailClaimState {
  readonly uid: string | null;
}

/** `email-{hmac}` by the blind index of the address. */
export const emailClaimStream = streamCategory('email-');

/**
 * One account per address. The first claim wins; a later caller gets its uid, and completes the registration if the
 * account was never registered. Only its owner releases it.
 */
export const emailClaimDecider: Decider<EmailClaimState, EmailClaimCommand, EmailClaimEvent> = {
  name: 'email-claim',
  initialState: () => ({ uid: null }),
  decide({ type, uid }, state) {
    if (type === 'ClaimEmail') return state.uid === null ? [{ type: 'EmailClaimed', data: { uid } }] : [];
    return state.uid === uid ? [{ type: 'EmailReleased', data: { uid } }] : [];
  },
  evolve: (_, { type, data }) => ({ uid: type === 'EmailClaimed' ? data.uid : null }),
};
