import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { fullNameOf } from '../../kernel/accounts.js';
import type { AuditItem, AuditPage } from '../../kernel/audit.js';
import { maskName } from '../../kernel/masks.js';
import type { AccountDocument } from '../accounts/accounts.projection.js';
import { AuditEvents, type AuditRequest } from './audit-events.js';
import type { AuditDocument } from './audit.projection.js';
import { PersonNames } from './person-names.js';

export class GetAudit extends Query<AuditPage> {
  constructor(
    readonly request: AuditRequest,
    readonly page: { readonly limit: number; readonly cursor: string | undefined },
  ) {
    super();
  }
}

/** A page of the audit, newest first. */
@QueryHandler(GetAudit)
export class GetAuditHandler implements IQueryHandler<GetAudit> {
  constructor(
    private readonly events: AuditEvents,
    private readonly names: PersonNames,
  ) {}

  async execute({ request, page }: GetAudit): Promise<AuditPage> {
    const { items, nextCursor } = await this.events.page(request, page);
    const people = items.flatMap(({ person, uid, facts }) => [person, uid, facts['assignee'] ?? null]);
    const accounts = await this.names.accountsOf(people);
    return { items: items.map((one) => itemOf(one, accounts)), nextCursor };
  }
}

function itemOf(
  { listedAt: _listedAt, caseNumber: _caseNumber, ...entry }: AuditDocument,
  accounts: ReadonlyMap<string, AccountDocument>,
): AuditItem {
  const nameOf = (uid = '') => {
    const account = accounts.get(uid);
    return account ? fullNameOf(account) : null;
  };
  return {
    ...entry,
    personName: nameOf(entry.person),
    subjectName: entry.uid && maskName(accounts.get(entry.uid)),
    assigneeName: nameOf(entry.facts['assignee']),
  };
}
