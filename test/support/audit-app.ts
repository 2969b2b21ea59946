import { AuditModule } from '../../api/src/features/audit/audit.module.js';
import { caseStream } from '../../api/src/features/review/cases/case-events.rules.js';
import type { DomainEvent } from '../../api/src/event-sourcing/event.js';
import type { StaffRole } from '../../api/src/kernel/people/accounts.js';
import { caseNumberOf } from '../../api/src/kernel/staff/compliance.js';
import { openCompliance } from './compliance-app.js';
import { accept, raiseCase, register } from './recorded-facts.js';
import type { TestApp } from './test-app.js';

/** The audit with the cases. What is recorded in it is a second apart. */
export const openAudit = (): Promise<TestApp> =>
  openCompliance([AuditModule], { environment: { RATE_LIMIT: 'off' } });

export type AuditedCase = Awaited<ReturnType<ReturnType<typeof auditOf>['caseAbout']>>;

/** What the tests of the audit record in the app that is open at the time. */
export function auditOf(app: () => TestApp) {
  const later = () => {
    app().clock.nowMs += 1_000;
    return app();
  };
  /** One event of a member of staff. */
  const acts = (by: string, stream: string, event: DomainEvent) =>
    later().record(stream, [event], { kind: 'staff', id: by });
  return {
    acts,
    person: (firstName: string, lastName: string, ...roles: readonly StaffRole[]) =>
      register(later(), { firstName, lastName, roles, isConfirmed: false }),
    /** A case about a sender who sent once; its id and the transfer's. */
    async caseAbout(uid: string) {
      const transferId = await accept(later(), uid, { handle: 'maya@people.example' });
      const id = await raiseCase(app(), uid, [transferId]);
      return { id, uid, transferId, number: caseNumberOf(id) };
    },
    note: (
      by: string,
      { id, uid }: { readonly id: string; readonly uid: string },
      text = 'Asked operations.',
    ) => acts(by, caseStream(id), { type: 'NoteAdded', data: { uid, text, by } }),
    get: <Body>(path: string, uid: string, ...roles: readonly StaffRole[]) =>
      app()
        .person(uid, ...roles)
        .request<Body>('GET', `/compliance/${path}`),
  };
}
