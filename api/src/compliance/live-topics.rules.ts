import type { RecordedEvent } from '../event-sourcing/event.js';
import type { LiveTopics } from '../event-sourcing/live-topics.js';
import { topics } from '../kernel/live.js';
import { caseStream, type CaseEvent } from './case.decider.js';

/** The roles that read cases. */
const READERS = ['analyst', 'lead', 'operator', 'auditor'] as const;

/** Staff see cases change, except the one whom the case is about. Its sender is told nothing. */
export const caseTopics: LiveTopics = {
  name: 'case-topics',
  prefixes: [caseStream.prefix],
  announce: (event) => ({
    to: { roles: READERS, exceptUid: (event as RecordedEvent<CaseEvent>).data.uid },
    topics: [topics.cases],
  }),
};
