import { EventSourcingModule } from '../../event-sourcing/event-sourcing.module.js';
import { transferStream } from './lifecycle-events.rules.js';
import { noticeEvents, noticeStream } from './notices.rules.js';
import { strayEvents, strayStream } from './stray.decider.js';
import { lifecycleEvents } from './lifecycle.events.js';

/** `transfer-{id}` and its events, imported by every feature that writes or reads them. */
export const TransferStream = EventSourcingModule.forFeature({
  streams: [transferStream, noticeStream, strayStream],
  events: [...lifecycleEvents, ...noticeEvents, ...strayEvents],
});
