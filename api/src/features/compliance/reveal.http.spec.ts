import { randomUUID } from 'node:crypto';
import { TestApp } from '../../../../test/support/test-app.js';
import { acceptedTransfer } from '../../../../test/support/transfers-app.js';
import { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import { StoreUnavailable } from '../../engine/storage/store-unavailable.js';
import type { Problem } from '../../kernel/accounts.js';
import type { Revealed, RevealRequest } from '../../kernel/reveal.js';
import { accessStreamOf } from '../access/access.decider.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { accountEvents } from '../accounts/account.events.js';
import { TransfersModule } from '../transfers/transfers.module.js';
import { VerificationModule } from '../verification/verification.module.js';
import { caseStream, type CaseEvent } from './case-events.rules.js';
import { caseEvents } from './case.events.js';
import { ComplianceModule } from './compliance.module.js';
import { senderStream } from './sender-stream.rules.js';

const START = '2026-11-20T12:00:00.000Z';
const [{ example: registered }] = accountEvents;
const [{ example: alert }] = caseEvents;
const reason = 'support:S-1182';

let app: TestApp;
let uid: string;
let transferId: string;

beforeAll(async () => {
  const declared = [AccountsModule, VerificationModule];
  app = await TestApp.open([ComplianceModule, TransfersModule], { declared, now: START });
  uid = randomUUID();
  const data = { ...registered, firstName: 'Carl', lastName: 'Beck', email: 'carl@people.example' };
  await app.record(`account-${uid}`, [{ type: 'AccountRegistered', data }], ['accounts']);
  const requested = acceptedTransfer(app.clock.nowMs, {
    handle: '$luis',
    recipient: 'Luis Mendez',
    note: '',
  });
  await app.record(senderStream(uid), [requested], ['transactions']);
  ({ transferId } = requested.data);
});
afterAll(() => app.close());

const reveal = (body: Partial<RevealRequest>, reader = 'robin') =>
  app.person(reader).request<Revealed & Problem>('POST', '/compliance/reveal', { body });

async function accesses(reader: string): Promise<readonly object[]> {
  const found: object[] = [];
  for await (const { type, data } of app.eventLog.read(accessStreamOf(reader, START)))
    found.push({ type, ...data });
  return found;
}

describe('a masked field', () => {
  it('is shown for a reason, which is recorded with the field and never with its value', async () => {
    const shown = async (subject: string, field: RevealRequest['field']) =>
      (await reveal({ subject, field, reason })).body.value;
    expect(await shown(uid, 'name')).toBe('Carl Beck');
    expect(await shown(uid, 'email')).toBe('carl@people.example');
    expect(await shown(transferId, 'recipient')).toBe('Luis Mendez');
    expect(await shown(transferId, 'handle')).toBe('$luis');
    const recorded = await accesses('robin');
    expect(recorded).toMatchObject([
      { type: 'PersonalDataRevealed', staffUid: 'robin', uid, transferId: null, field: 'name', reason },
      { field: 'email', transferId: null },
      { field: 'recipient', transferId, uid },
      { field: 'handle', transferId, uid },
    ]);
    expect(JSON.stringify(recorded)).not.toMatch(/Carl|carl@|Luis|luis/);
  });

  it('needs a reason, and of a case one about its sender', async () => {
    const other = randomUUID();
    const about = { ...alert, uid: other } as const;
    const raised: CaseEvent = { type: 'SuspiciousTransactionRaised', data: about };
    await app.record(caseStream(other), [raised], ['suspicious_transactions']);
    const field = 'email';
    expect(await reveal({ subject: uid, field })).toMatchObject({
      ...{ status: 400, body: { code: 'reason_required' } },
    });
    expect(await reveal({ subject: uid, field, reason: 'because' })).toMatchObject({ status: 400 });
    for (const caseId of [other, randomUUID()])
      expect(await reveal({ subject: uid, field, reason: `case:${caseId}` }, 'eva')).toMatchObject({
        status: 404,
      });
    expect(await accesses('eva')).toEqual([]);
  });

  it('does not exist when it is one’s own, empty, or of another kind of subject', async () => {
    const missing: readonly (readonly [Partial<RevealRequest>, string])[] = [
      [{ subject: uid, field: 'email' }, uid],
      [{ subject: transferId, field: 'handle' }, uid],
      [{ subject: transferId, field: 'note' }, 'nora'],
      [{ subject: transferId, field: 'email' }, 'nora'],
      [{ subject: uid, field: 'handle' }, 'nora'],
      [{ subject: randomUUID(), field: 'name' }, 'nora'],
    ];
    for (const [body, reader] of missing) {
      expect(await reveal({ ...body, reason }, reader)).toMatchObject({ status: 404 });
      expect(await accesses(reader)).toEqual([]);
    }
  });

  it('is not shown when its record cannot be stored', async () => {
    const log = app.get(EncryptedEventLog);
    const append = jest.spyOn(log, 'append').mockRejectedValue(new StoreUnavailable('no space left'));
    const answers = [
      await reveal({ subject: uid, field: 'email', reason }, 'nils'),
      await reveal({ subject: transferId, field: 'handle', reason }, 'nils'),
    ];
    expect(append).toHaveBeenCalled();
    append.mockRestore();
    for (const { status, text } of answers) {
      expect(status).toBe(503);
      expect(text).not.toMatch(/carl|luis/i);
    }
    expect(await accesses('nils')).toEqual([]);
  });
});
