import { EventSourcingModule } from '../../event-sourcing/event-sourcing.module.js';
import { accessEvents, accessStream } from './access.decider.js';

/** `access-{staffUid}_{yyyymm}` and its events, imported by every feature that shows personal data to staff. */
export const AccessStream = EventSourcingModule.forFeature({
  streams: [accessStream],
  events: accessEvents,
  refusals: { reason_required: 400, needs_second_person: 403 },
});
