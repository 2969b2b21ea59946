import { Injectable } from '@nestjs/common';
import { StoreUnavailable } from '../../../engine/storage/store-unavailable.js';
import { SubscriptionRunner } from '../../../engine/subscriptions/subscription-runner.js';
import { AccessLog } from '../../access/access-log.js';
import type { ExportMade } from '../../access/access.decider.js';
import { auditProjection } from '../audit.projection.js';
import type { Manifest } from './export-manifest.js';

/** Longest wait for the view to have the exported events. */
const CATCH_UP_MS = 5_000;

/** What the manifest says of who made it and when. */
export type RecordedExport = Pick<Manifest, 'exportId' | 'by' | 'at' | 'through'>;

/** Records exports before they are made. */
@Injectable()
export class ExportRecord {
  constructor(
    private readonly access: AccessLog,
    private readonly subscriptions: SubscriptionRunner,
  ) {}

  /** Resolves once the view of the audit has the record. @throws StoreUnavailable when that takes too long */
  async make(by: string, seen: Omit<ExportMade['data'], 'staffUid' | 'exportedAt'>): Promise<RecordedExport> {
    const { at, position: through } = await this.access.recordAt(by, seen);
    if (through === null) throw new Error('an export is recorded each time');
    if (!(await this.subscriptions.caughtUp(auditProjection, through, CATCH_UP_MS)))
      throw new StoreUnavailable('the audit is not up to date');
    return { exportId: seen.exportId, by, at, through };
  }
}
