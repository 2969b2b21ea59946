import { Module } from '@nestjs/common';
import { decidedAgain, EventSourcingModule } from '../../../event-sourcing/event-sourcing.module.js';
import { transferStream } from './lifecycle-events.rules.js';
import { lifecycleEvents } from './lifecycle.events.js';
import { noticeEvents, noticeStream } from '../worker/notices.rules.js';
import { ListedCharges } from '../strays/listed-charges.js';
import { strayEvents } from '../strays/stray.events.js';
import { strayStream } from '../strays/stray.rules.js';
import { transferLifecycle } from './transfer-lifecycle.decider.js';
import { Transfers } from './transfers.js';

/** `transfer-{id}`, its events and its decisions, imported by every feature that writes or reads them. */
@Module({
  imports: [
    EventSourcingModule.forFeature({
      streams: [transferStream, noticeStream, strayStream],
      events: [...lifecycleEvents, ...noticeEvents, ...strayEvents],
      safety: [decidedAgain(transferStream, transferLifecycle)],
      refusals: {
        not_payable: 409,
        too_late: 409,
        nothing_to_cancel: 409,
        paid_meanwhile: 409,
        not_claimable: 409,
        payout_submitted: 409,
        nothing_to_hold: 409,
        not_held: 409,
        second_person_needed: 409,
        report_differs: 409,
        not_seen: 403,
      },
    }),
  ],
  providers: [Transfers, ListedCharges],
  exports: [Transfers, ListedCharges],
})
export class TransferStream {}
