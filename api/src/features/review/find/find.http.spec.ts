import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import { openCompliance } from '../../../../../test/support/compliance-app.js';
import {
  accept,
  accessesOf,
  live,
  raiseCase,
  register as registered,
} from '../../../../../test/support/recorded-facts.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { terms, TransferLife } from '../../../../../test/support/transfer-life.js';
import type { DomainEvent } from '../../../event-sourcing/event.js';
import type { Problem } from '../../../kernel/people/accounts.js';
import type { FindRequest, FindResult } from '../../../kernel/staff/find.js';
import { problemNumber } from '../../../kernel/text/problem-numbers.js';
import { AccountDirectory } from '../../accounts/account/account-directory.js';
import { accountStream } from '../../accounts/account/account.decider.js';
import { emailClaimStream } from '../../accounts/account/email-claim.decider.js';
import { HoldersOfEmailHandler } from '../../accounts/account/holders-of-email.handler.js';
import { emailIndex } from '../../accounts/email-address.js';
import { ReceiptCodes } from '../../lifecycle/payment/receipt-codes.js';

const reason = 'support:S-1182';

let app: TestApp;

/** Who responds for the accounts feature, which is only declared here. */
@Module({ providers: [HoldersOfEmailHandler, AccountDirectory] })
class Addresses {}

beforeAll(async () => {
  app = await openCompliance([Addresses]);
});
afterAll(() => app.close());

const register = (firstName: string, lastName: string) =>
  registered(app, { firstName, lastName, email: `${firstName}.${lastName}@people.example` });

async function send(uid: string, changes: Parameters<typeof accept>[2] = {}): Promise<string> {
  app.clock.nowMs += 1_000;
  return accept(app, uid, changes);
}

const find = (body: Partial<FindRequest> | object, reader = 'robin') =>
  app.person(reader).request<FindResult & Problem>('POST', '/compliance/find', { body });

const searches = (reader: string) => accessesOf(app, reader);

describe('a search', () => {
  it('finds everybody who sent to a handle, however it is written', async () => {
    const [carl, erin] = [await register('Carl', 'Beck'), await register('Erin', 'Reyes')];
    const handle = '+13365550178';
    const first = await send(carl, { platform: 'Zelle', handle, amountCents: 20_500 });
    const second = await send(erin, { platform: 'Apple Pay', handle, recipient: 'Luis Mendez' });
    await send(erin, { handle: '$other' });
    for (const value of [handle, '(336) 555-0178', ' 336 555 0178 ']) {
      const { status, body, headers } = await find({ by: 'handle', value, reason });
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
      expect(body).toMatchObject({
        by: 'handle',
        cut: false,
        senders: [
          { uid: erin, displayName: 'E•••• R••••', transfers30Days: 2, requested30Days: '40.00', cases: [] },
          { uid: carl, displayName: 'C•••• B••••', email: 'C••••@••••.example', requested30Days: '205.00' },
        ],
        transfers: [
          { id: second, uid: erin, recipient: 'L•••• M••••', handle: '+1 ••• ••• ••78' },
          { id: first, uid: carl, amount: '205.00', status: 'processing' },
        ],
      });
    }
  });

  it('finds a transfer by its id, its first eight digits, its receipt code and the number of a problem', async () => {
    const uid = await register('Luis', 'Ortega');
    const life = new TransferLife({ ...terms, uid, transferId: randomUUID() }).toDelivered();
    const id = life.of.transferId;
    const problem = problemNumber(id, 'ab12cd34');
    life.do({ type: 'ReportProblem', problemId: problem, text: 'It did not arrive.' });
    await send(uid, { ...life.of });
    await live(app, life);
    const ways: readonly Omit<FindRequest, 'reason'>[] = [
      { by: 'transfer', value: id },
      { by: 'transfer', value: id.slice(0, 8).toUpperCase() },
      { by: 'receipt', value: app.get(ReceiptCodes).codeOf(id) },
      { by: 'problem', value: problem.toLowerCase() },
    ];
    for (const way of ways) {
      const { body } = await find({ ...way, reason });
      expect([
        body.by,
        body.senders.map((sender) => sender.uid),
        body.transfers.map((one) => one.id),
      ]).toEqual([way.by, [uid], [id]]);
    }
    for (const value of [id.slice(0, 7), problemNumber(id, 'ffffff'), randomUUID()])
      expect((await find({ by: 'problem', value, reason })).body.transfers).toEqual([]);
  });

  it('finds a sender by uid with their newest transfers and their cases', async () => {
    const uid = await register('Maya', 'Okafor');
    const [older, newer] = [await send(uid), await send(uid)];
    const caseId = await raiseCase(app, uid);
    const { body, text } = await find({ by: 'uid', value: uid.toUpperCase(), reason: `case:${caseId}` });
    expect(body.transfers.map(({ id }) => id)).toEqual([newer, older]);
    expect(body.senders).toMatchObject([{ uid, cases: [{ id: caseId, reviewed: false }] }]);
    expect(text).not.toMatch(/Maya|Okafor/);
  });

  it('finds by e-mail who has it or had it, closed or with another one since, but nobody who was erased', async () => {
    const email = 'shared@people.example';
    const claimed: string[] = [];
    const holder = async (...since: readonly DomainEvent[]) => {
      const uid = await registered(app, { email });
      await app.record(accountStream(uid), since);
      claimed.push(uid);
      return uid;
    };
    const changeId = randomUUID();
    const moved = { changeId, email: 'elsewhere@people.example', cause: 'confirmed' };
    const closed = { type: 'AccountClosed', data: {} } as const;
    const former = await holder({ type: 'EmailChanged', data: moved });
    const gone = await holder(closed);
    await holder(closed, { type: 'AccountErased', data: {} });
    const current = await holder();
    // Claimed by a sign-up that was interrupted.
    claimed.push(randomUUID());
    await app.record(
      emailClaimStream(emailIndex(email, app.secrets)),
      claimed.flatMap((uid) => ['EmailClaimed', 'EmailReleased'].map((type) => ({ type, data: { uid } }))),
    );
    const older = await send(former);
    const newer = await send(current);
    const { body } = await find({ by: 'email', value: ` ${email.toUpperCase()} `, reason });
    expect(body.senders.map(({ uid, states }) => [uid, states])).toEqual([
      [current, []],
      [gone, ['closed']],
      [former, []],
    ]);
    expect(body.hadEmail).toEqual([former]);
    expect(body.transfers.map(({ id }) => id)).toEqual([newer, older]);
    expect((await find({ by: 'email', value: email, reason }, former)).body.hadEmail).toEqual([]);
  });

  it('never finds the reader, nor takes a case about them as the reason', async () => {
    const uid = await register('Rita', 'Stone');
    const handle = '$ritas-friend';
    const [id] = [await send(uid, { platform: 'Chime', handle })];
    for (const way of [
      { by: 'uid', value: uid },
      { by: 'transfer', value: id },
      { by: 'handle', value: handle },
    ])
      expect((await find({ ...way, reason }, uid)).body).toMatchObject({ senders: [], transfers: [] });
    const caseId = await raiseCase(app, uid);
    for (const unknown of [caseId, randomUUID()])
      expect((await find({ by: 'uid', value: uid, reason: `case:${unknown}` }, uid)).status).toBe(404);
  });

  it('is recorded with its reason and whom it showed, but not with what was typed', async () => {
    const uid = await register('Ana', 'Torres');
    await send(uid, { platform: 'Chime', handle: '$ana-friend' });
    const reader = randomUUID();
    expect(await find({ by: 'handle', value: '$ana-friend' }, reader)).toMatchObject({
      status: 400,
      body: { code: 'reason_required' },
    });
    expect(await find({ by: 'name', value: 'Ana', reason }, reader)).toMatchObject({ status: 400 });
    expect(await find({ by: 'uid', value: ' ', reason }, reader)).toMatchObject({ status: 400 });
    expect(await find({ by: 'uid', value: uid, reason: 'because' }, reader)).toMatchObject({ status: 400 });
    expect(await searches(reader)).toEqual([]);
    await find({ by: 'handle', value: '$ana-friend', reason }, reader);
    await find({ by: 'handle', value: '$nobody-at-all', reason: 'audit:7' }, reader);
    const recorded = await searches(reader);
    expect(recorded).toMatchObject([
      { staffUid: reader, by: 'handle', uids: [uid], reason },
      { staffUid: reader, by: 'handle', uids: [], reason: 'audit:7' },
    ]);
    expect(JSON.stringify(recorded)).not.toContain('ana-friend');
  });
});
