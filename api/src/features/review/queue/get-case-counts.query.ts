import { Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../../../config/clock.js';
import { turnToRead } from '../../../engine/view-store/pages-of.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import type { CaseCounts, CaseList, SuspiciousTransaction } from '../../../kernel/staff/compliance.js';
import { COUNT_LIMIT } from '../../../kernel/counts.js';
import { currentCase, sourceOf } from './case-lists.js';
import { suspiciousTransactionsProjection } from '../cases/suspicious-transactions.projection.js';

/** More is not read. */
const COUNTED_LIMIT = COUNT_LIMIT + 1;
/** Open cases without those that rest or wait for a lead. */
const OPEN = { by: 'byStatus', where: { status: 'open' } } as const;

/** How many cases each list of the queue has. */
@Injectable()
export class GetCaseCounts {
  constructor(
    private readonly views: ViewStore,
    private readonly clock: Clock,
  ) {}

  /** @param reader the member of staff who reads them */
  async execute(reader: string): Promise<CaseCounts> {
    const now = isoInstant(this.clock.now());
    const read = (list: CaseList) => this.read(list, { reader, now });
    const [byStatus, snoozed] = [await read('open'), await read('snoozed')];
    // Those with a snooze that has ended are open.
    const resting = snoozed.filter(({ status }) => status === 'snoozed');
    const open = byStatus.length + snoozed.length - resting.length;
    const [mine, proposed] = [await read('mine'), await read('proposed')];
    const [reports, closed] = [await read('reports'), await read('closed')];
    return {
      open: Math.min(open, COUNTED_LIMIT),
      snoozed: resting.length,
      mine: mine.length,
      proposed: proposed.length,
      reports: reports.length,
      closed: closed.length,
    };
  }

  /** The first cases of a list that are not about the reader, as they are now. */
  private async read(
    list: CaseList,
    { reader, now }: { readonly reader: string; readonly now: string },
  ): Promise<readonly SuspiciousTransaction[]> {
    const source = list === 'open' ? OPEN : sourceOf({ list, reader });
    await turnToRead(this.views, source);
    const query = { ...source, limit: COUNTED_LIMIT };
    const { items } = await this.views.find(suspiciousTransactionsProjection, query);
    return items.filter(({ uid }) => uid !== reader).map((one) => currentCase(one, now));
  }
}
