import { randomUUID } from 'node:crypto';
import { AccountsModule } from '../../api/src/features/accounts/accounts.module.js';
import { accountEvents } from '../../api/src/features/accounts/account.events.js';
import { AuditModule } from '../../api/src/features/audit/audit.module.js';
import { caseEvents } from '../../api/src/features/compliance/case.events.js';
import { ComplianceModule } from '../../api/src/features/compliance/compliance.module.js';
import { TransfersModule } from '../../api/src/features/transfers/transfers.module.js';
import { VerificationModule } from '../../api/src/features/verification/verification.module.js';
import type { StaffRole } from '../../api/src/kernel/accounts.js';
import { caseNumberOf } from '../../api/src/kernel/compliance.js';
import { ROLES_HEADER, TestApp } from './test-app.js';
import { acceptedTransfer } from './transfers-app.js';

const START = '2026-11-20T12:00:00.000Z';
const VIEWS = ['audit', 'accounts'];
const [{ example: alert }] = caseEvents;
const [{ example: registered }] = accountEvents;

/** The audit with the cases, and staff and senders with events recorded as if they had been decided. */
export class AuditApp {
  private constructor(readonly app: TestApp) {}

  static async open(): Promise<AuditApp> {
    const declared = [AccountsModule, VerificationModule];
    return new AuditApp(
      await TestApp.open([AuditModule, ComplianceModule, TransfersModule], {
        declared,
        environment: { RATE_LIMIT: 'off' },
        now: START,
      }),
    );
  }

  close(): Promise<void> {
    return this.app.close();
  }

  /** A new account, with its roles in the audit. */
  async person(firstName: string, lastName: string, ...roles: readonly StaffRole[]): Promise<string> {
    const uid = randomUUID();
    const data = { ...registered, firstName, lastName, email: `${firstName}.${uid}@people.example` };
    const granted = roles.map((role) => ({ type: 'RoleGranted', data: { role } }));
    this.tick();
    await this.app.record(`account-${uid}`, [{ type: 'AccountRegistered', data }, ...granted], VIEWS);
    return uid;
  }

  /** Records one event of a member of staff. */
  async acts(
    by: string,
    stream: string,
    event: { readonly type: string; readonly data: object },
  ): Promise<void> {
    this.tick();
    await this.app.record(stream, [event], VIEWS, { kind: 'staff', id: by });
  }

  /** A case about a sender who sent once; returns its id and the transfer's. */
  async caseAbout(uid: string) {
    const id = randomUUID();
    this.tick();
    const requested = acceptedTransfer(this.app.clock.nowMs, {
      recipient: 'Maya Okafor',
      handle: 'maya@people.example',
    });
    await this.app.record(`sender-${uid}`, [requested]);
    const { transferId, amountCents } = requested.data;
    const transactions = [{ transferId, amountCents, refused: null, at: requested.data.requestedAt }];
    const reasoned = { ...alert.alert, txs: [transferId] };
    const data = { ...alert, uid, transactionId: transferId, alert: reasoned, transactions, mode: 'live' };
    await this.app.record(`case-${id}`, [{ type: 'SuspiciousTransactionRaised', data }]);
    return { id, uid, transferId, number: caseNumberOf(id) };
  }

  /** A note of a member of staff to a case. */
  note(
    by: string,
    of: { readonly id: string; readonly uid: string },
    text = 'Asked operations.',
  ): Promise<void> {
    return this.acts(by, `case-${of.id}`, { type: 'NoteAdded', data: { uid: of.uid, text, by } });
  }

  get<Body>(path: string, uid: string, ...roles: readonly StaffRole[]) {
    return this.app.person(uid).request<Body>('GET', `/compliance/${path}`, {
      headers: { [ROLES_HEADER]: roles.join() },
    });
  }

  private tick(): void {
    this.app.clock.nowMs += 1_000;
  }
}
