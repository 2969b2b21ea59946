import { Injectable } from '@nestjs/common';
import { FIND_LIMIT } from '../../engine/view-store/view-store.port.js';
import { fullNameOf } from '../../kernel/people/accounts.js';
import type { AuditPeople } from '../../kernel/staff/audit.js';
import { AuditEvents } from './audit-events.js';
import { PersonNames } from './person-names.js';

/** Everybody who ever had a role, by name: the audit can contain their actions. */
@Injectable()
export class GetAuditPeople {
  constructor(
    private readonly events: AuditEvents,
    private readonly names: PersonNames,
  ) {}

  async execute(): Promise<AuditPeople> {
    const request = { reader: '', filter: { action: 'RoleGranted' } };
    const { items } = await this.events.page(request, { limit: FIND_LIMIT, enough: FIND_LIMIT });
    const uids = [...new Set(items.map(({ uid }) => uid))].filter((uid) => uid !== null);
    const accounts = await this.names.accountsOf(uids);
    const people = uids.map((uid) => {
      const account = accounts.get(uid);
      return { uid, name: account ? fullNameOf(account) : null };
    });
    return { items: people.sort((one, other) => ((one.name ?? '') < (other.name ?? '') ? -1 : 1)) };
  }
}
