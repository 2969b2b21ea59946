import { Injectable } from '@nestjs/common';
import { arrivalTable } from '../../../config/arrival-settings.js';
import { Clock, isoInstant } from '../../../config/clock.js';
import { Config } from '../../../config/config.js';
import { arrivalAfter } from '../../../kernel/money/arrival.js';
import type { DeskTask } from '../../../kernel/money/payouts.js';
import type { DeskTaskDocument, PaidTask } from './desk-tasks.projection.js';
import { shownKindOf, unknownBefore } from './desk-tasks.rules.js';

type Known = Pick<DeskTaskDocument, 'desk' | 'kind' | 'state'>;

/** What time makes of the stored tasks: an outcome that is unknown by now, a transfer that should have arrived. */
@Injectable()
export class PresentTasks {
  constructor(
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Payouts last reported on before this instant are unknown. */
  unknownBefore(): string {
    return unknownBefore(this.clock.now(), this.config.DESK_OUTCOME_MINUTES);
  }

  /** The kind of a task as people see it now; null while it is none. */
  kindOf(task: Known): DeskTask['kind'] | null {
    const { desk } = task;
    if (desk === 'none') return null;
    const kind = shownKindOf(task, this.unknownBefore());
    if (desk === 'open' || desk === 'done' || kind === 'unknown') return kind;
    const by = this.arrivesBy(task.state);
    return by !== null && isoInstant(this.clock.now()) > by ? 'late' : null;
  }

  /** Since when it is awaited: a late transfer, since it should have arrived. */
  sinceOf({ since, state }: PaidTask, kind: DeskTask['kind']): string {
    return kind === 'late' ? (this.arrivesBy(state) ?? since) : since;
  }

  private arrivesBy({ terms, capturedAt }: Known['state']): string | null {
    if (terms === null || capturedAt === null) return null;
    return arrivalAfter(arrivalTable(this.config), terms.platform, capturedAt);
  }
}
