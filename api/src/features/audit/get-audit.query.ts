import { Injectable } from '@nestjs/common';
import { fullNameOf } from '../../kernel/people/accounts.js';
import type { AuditItem, AuditPage } from '../../kernel/staff/audit.js';
import { maskName } from '../../kernel/text/masks.js';
import type { AccountDocument } from '../accounts/account/accounts.projection.js';
import { AuditEvents, type AuditRequest } from './audit-events.js';
import type { AuditDocument } from './audit.projection.js';
import { PersonNames } from './person-names.js';

/** Facts that are uids of staff. */
const STAFF_FACTS = ['assignee', 'proposedBy', 'draftedBy', 'person'];

/** A page of the audit, newest first. */
@Injectable()
export class GetAudit {
  constructor(
    private readonly events: AuditEvents,
    private readonly names: PersonNames,
  ) {}

  async execute(
    request: AuditRequest,
    page: { readonly limit: number; readonly cursor: string | undefined },
  ): Promise<AuditPage> {
    const { items, nextCursor } = await this.events.page(request, page);
    const people = items.flatMap(({ person, uid, facts }) => [
      person,
      uid,
      ...STAFF_FACTS.map((fact) => facts[fact] ?? null),
    ]);
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
    factNames: Object.fromEntries(
      STAFF_FACTS.map((fact) => [fact, nameOf(entry.facts[fact])]).filter(([, name]) => name !== null),
    ) as Record<string, string>,
  };
}
