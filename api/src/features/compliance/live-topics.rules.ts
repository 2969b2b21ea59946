import { HISTORY_ROLES } from '../../kernel/accounts.js';
import type { LiveTopics } from '../../event-sourcing/live-topics.js';
import { topics } from '../../kernel/live.js';
import { transferStream, type LifecycleEvent } from '../lifecycle/lifecycle-events.rules.js';
import { isHiddenFromSender } from '../lifecycle/progress.rules.js';
import { caseStream, type CaseEvent } from './case-events.rules.js';

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
