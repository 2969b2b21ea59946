import { HISTORY_ROLES } from '../../kernel/people/accounts.js';
import type { StreamEvent } from '../../event-sourcing/event.js';
import type { LiveTopics } from '../../event-sourcing/live-topics.js';
import { topics } from '../../kernel/live.js';
import { transferStream, type LifecycleEvent } from '../lifecycle/state/lifecycle-events.rules.js';
import { isHiddenFromSender } from '../lifecycle/state/progress.rules.js';
import { senderStandingProjection, type StandingEvent } from './standing/sender-standing.projection.js';
import { caseStream, type CaseEvent } from './cases/case-events.rules.js';

/** Staff who read cases see them and their holds change, except a member of staff whom the case is about. */
export const caseTopics: LiveTopics<CaseEvent | LifecycleEvent> = {
  name: 'case-topics',
  prefixes: [caseStream.prefix, transferStream.prefix],
  announce(event) {
    if (event.stream.startsWith(transferStream.prefix) && !isHiddenFromSender(event)) return null;
    return {
      to: { roles: HISTORY_ROLES, exceptUid: event.data.uid },
      topics: [topics.cases],
    };
  },
};

/** Staff who read cases see the state of a sender change, except the one whom it is about. */
export const standingTopics: LiveTopics = {
  name: 'standing-topics',
  prefixes: senderStandingProjection.prefixes,
  announce(event) {
    const [uid] = senderStandingProjection.keys(event as StreamEvent<StandingEvent>);
    return uid === undefined
      ? null
      : { to: { roles: HISTORY_ROLES, exceptUid: uid }, topics: [topics.cases] };
  },
};
