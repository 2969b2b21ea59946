import { streamId } from '../../event-sourcing/event.js';
import type { LiveTopics } from '../../event-sourcing/live-topics.js';
import { HISTORY_ROLES } from '../../kernel/people/accounts.js';
import { topics } from '../../kernel/live.js';
import type { VerificationEvent } from './verification-events.rules.js';
import { senderStream } from './verification.decider.js';

const SHOWN_EVENTS: ReadonlySet<string> = new Set<VerificationEvent['type']>([
  'KycSubmitted',
  'KycRepeated',
  'InquiryOpened',
  'KycStatusChanged',
]);

/** The status of a check is also the badge of the signed-in user and decides the limits. */
export const verificationTopics: LiveTopics = {
  name: 'verification-topics',
  prefixes: [senderStream.prefix],
  announce({ type, stream }) {
    if (!SHOWN_EVENTS.has(type)) return null;
    return { to: { uid: streamId(stream) }, topics: [topics.verification, topics.me, topics.allowance] };
  },
};

/** The verification board, for everybody who reads it but the sender. */
export const checkTopics: LiveTopics = {
  name: 'check-topics',
  prefixes: [senderStream.prefix],
  announce({ type, stream }) {
    if (!SHOWN_EVENTS.has(type)) return null;
    return { to: { roles: HISTORY_ROLES, exceptUid: streamId(stream) }, topics: [topics.checks] };
  },
};
