import { Injectable } from '@nestjs/common';
import type { AuditCounts } from '../../kernel/staff/audit.js';
import { COUNT_LIMIT } from '../../kernel/counts.js';
import { AuditEvents, type AuditRequest } from './audit-events.js';

/** How many events a filter has, and each kind of everybody in the same time. */
@Injectable()
export class GetAuditCounts {
  constructor(private readonly events: AuditEvents) {}

  /** @param isWide whether the reader sees what everybody did */
  async execute(request: AuditRequest, isWide: boolean): Promise<AuditCounts> {
    const found = await this.count(request);
    if (!isWide) return { found, kinds: null };
    const { from, to } = request.filter;
    const of = (action?: string) => this.count({ ...request, filter: { action, from, to } });
    return {
      found,
      kinds: {
        all: await of(),
        look: await of('look'),
        action: await of('action'),
        export: await of('export'),
      },
    };
  }

  private async count(request: AuditRequest): Promise<number> {
    const most = COUNT_LIMIT + 1;
    return (await this.events.page(request, { limit: most, enough: most })).items.length;
  }
}
