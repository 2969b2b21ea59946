import { randomUUID } from 'node:crypto';
import { openCompliance } from '../../../../../test/support/compliance-app.js';
import { accept, accessesOf, raiseCase, register } from '../../../../../test/support/recorded-facts.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { StoreUnavailable } from '../../../engine/storage/store-unavailable.js';
import type { Problem } from '../../../kernel/people/accounts.js';
import type { Revealed, RevealRequest } from '../../../kernel/staff/reveal.js';

const reason = 'support:S-1182';

let app: TestApp;
let uid: string;
let transferId: string;

beforeAll(async () => {
  app = await openCompliance();
  uid = await register(app, { firstName: 'Carl', lastName: 'Beck', email: 'carl@people.example' });
  transferId = await accept(app, uid, { handle: '$luis', recipient: 'Luis Mendez' });
});
afterAll(() => app.close());

const reveal = (body: Partial<RevealRequest>, reader = 'robin') =>
  app.person(reader).request<Revealed & Problem>('POST', '/compliance/reveal', { body });

const accesses = (reader: string) => accessesOf(app, reader);

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
    const other = await raiseCase(app, randomUUID());
    const field = 'email';
    expect(await reveal({ subject: uid, field })).toMatchObject({
      status: 400,
      body: { code: 'reason_required' },
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
