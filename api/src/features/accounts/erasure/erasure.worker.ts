import { Injectable, Logger } from '@nestjs/common';
import { isoInstant } from '../../../config/clock.js';
import { Config } from '../../../config/config.js';
import { BEGINNING } from '../../../engine/event-store/event-store.port.js';
import { SubscriptionRunner } from '../../../engine/subscriptions/subscription-runner.js';
import { ApplicationWorker } from '../../../engine/subscriptions/workers/application-worker.js';
import { updateRecord } from '../../../engine/vault/update-record.js';
import { pagesOf } from '../../../engine/view-store/pages-of.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { yearsAfter } from '../../../kernel/people/retention.rules.js';
import { accountsProjection } from '../account/accounts.projection.js';
import { Erasures } from './erasures.js';

/** How often it looks whether a day's run is due. */
const LOOK_EVERY_MS = 5_000;
/** Most people of one day: the next day continues. */
const DAY_LIMIT = 10_000;
const RUN = { kind: 'run', id: 'retention', owner: 'retention' } as const;

/** Erases once a day all people whose retention has ended, and finishes interrupted erasures. */
@Injectable()
export class ErasureWorker extends ApplicationWorker {
  private readonly logger = new Logger('erasures');
  protected readonly name = 'erasure-worker';
  protected readonly everyMs = LOOK_EVERY_MS;
  private hasFinished = false;

  constructor(
    private readonly config: Config,
    private readonly views: ViewStore,
    private readonly subscriptions: SubscriptionRunner,
    private readonly erasures: Erasures,
  ) {
    super();
  }

  protected async work(signal: AbortSignal): Promise<void> {
    if (!this.hasFinished) await this.erasures.complete({ signal });
    this.hasFinished = true;
    const today = isoInstant(this.clock.now()).slice(0, 10);
    const last = await this.vault.get<{ readonly day: string }>(RUN.kind, RUN.id);
    const isBeingBuilt = this.subscriptions.shownBy([accountsProjection]) === BEGINNING;
    if ((last && last.value.day >= today) || isBeingBuilt) return;
    await this.eraseDue(signal);
    await this.erasures.complete({ signal });
    await this.erasures.noteProgress();
    const { owner, ...id } = RUN;
    await updateRecord(this.vault, id, () => ({ put: { owner, value: { day: today } }, result: undefined }));
  }

  private async eraseDue(signal: AbortSignal): Promise<void> {
    const latest = yearsAfter(isoInstant(this.clock.now()), -this.config.RETENTION_YEARS);
    const query = { by: 'byLife', where: { life: 'closed' }, to: latest };
    let erased = 0;
    for await (const page of pagesOf(this.views, accountsProjection, query)) {
      for (const { uid } of page) {
        signal.throwIfAborted();
        if (erased >= DAY_LIMIT) return;
        if (await this.isErased(uid)) erased += 1;
      }
    }
  }

  /** False while something keeps the data. */
  private async isErased(uid: string): Promise<boolean> {
    try {
      await this.erasures.erase(uid, 'retention');
      return true;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.logger.log(`${uid} is kept: ${error.code}`);
      return false;
    }
  }
}
