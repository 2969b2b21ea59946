import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import { openCompliance } from '../../../../../test/support/compliance-app.js';
import { accept, raiseCase, register as registered } from '../../../../../test/support/recorded-facts.js';
import { sampleDraft } from '../../../../../test/support/sample-send.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { isoInstant } from '../../../config/clock.js';
import { EventSourcingModule } from '../../../event-sourcing/event-sourcing.module.js';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import type { CaseDetail } from '../../../kernel/staff/compliance.js';
import type { FindResult } from '../../../kernel/staff/find.js';
import type { Replay } from '../../../kernel/staff/replay.js';
import type { SenderStanding } from '../../../kernel/staff/standing.js';
import { ERASED } from '../../../kernel/text/erased.js';
import { AccountDirectory } from '../../accounts/account/account-directory.js';
import { JudgeAccountHandler } from '../../accounts/account/judge-account.handler.js';
import { GetErasureDueHandler } from '../../accounts/erasure/get-erasure-due.handler.js';
import { GetRetention } from '../../accounts/erasure/get-retention.query.js';
import { OneTimeTokens } from '../../accounts/passwords/one-time-tokens.js';
import { SessionStore } from '../../accounts/sessions/session-store.js';
import { PauseSending } from '../../lifecycle/payment/pause-sending.js';
import type { Pause } from '../../lifecycle/payment/pause.rules.js';
import { openTransfersProjection } from '../../lifecycle/state/open-transfers.projection.js';
import { TransferStream } from '../../lifecycle/state/transfer-stream.js';
import { strayChargesProjection } from '../../lifecycle/strays/stray-charges.projection.js';

const HOUR_MS = 60 * 60_000;
const reason = 'Somebody else seems to use it.';
/** Decisions about accounts; test/product/rights.spec.ts ends real sessions with them. */
@Module({
  imports: [
    TransferStream,
    // What keeps the data of a closed account.
    EventSourcingModule.forFeature({ projections: [openTransfersProjection, strayChargesProjection] }),
  ],
  providers: [
    JudgeAccountHandler,
    AccountDirectory,
    GetRetention,
    GetErasureDueHandler,
    { provide: SessionStore, useValue: { endAll: () => Promise.resolve() } },
    { provide: OneTimeTokens, useValue: { withdraw: () => Promise.resolve() } },
  ],
})
class AccountDecisions {}

let app: TestApp;
let uid: string;

beforeAll(async () => {
  app = await openCompliance([AccountDecisions], { now: '2026-11-01T12:00:00.000Z' });
});
afterAll(() => app.close());
beforeEach(async () => {
  uid = await register('Carl', 'Beck');
});

const register = (firstName: string, lastName: string) => registered(app, { firstName, lastName });

const judge = async (lead: string, what: string, about = uid, body: object = { reason }) => {
  const { status, body: answer } = await app
    .person(lead)
    .request('POST', `/compliance/senders/${about}/${what}`, { body });
  return status < 300 ? status : `${status} ${answer.code}`;
};
const standing = async () => {
  await app.caughtUp();
  return (await app.person('eva').request<SenderStanding>('GET', `/compliance/senders/${uid}`)).body;
};
/** What the sender gets for the next send. */
const sends = async () => {
  const { status, body } = await app.person(uid).request('POST', '/transfers/check', {
    body: sampleDraft(),
    headers: { 'idempotency-key': randomUUID() },
  });
  return status < 300 ? 'may send' : { code: body.code, detail: body.detail };
};
const ofCase = async (type: Pause['type'], causeId: string) => {
  const pause = { type, causeId, cause: 'case', reason: 'The case.', by: 'robin', uid } as const;
  await app.commands.execute(new PauseSending(pause, newCommandContext({ kind: 'system', id: 'saga' })));
};

describe('a pause by a lead', () => {
  it('acts at once, and the sender reads what every paused sender reads', async () => {
    await ofCase('PauseSending', 'a-case');
    const byCase = await sends();
    await ofCase('ResumeSending', 'a-case');
    expect(await sends()).toBe('may send');
    expect(await judge('irene', 'pause')).toBe(204);
    expect(await sends()).toEqual(byCase);
    expect(byCase).toMatchObject({ code: 'sending_paused' });
  });

  it('is shown with who decided it, why and since when, beside one with another reason; a repeat changes nothing', async () => {
    const irene = await register('Irene', 'Gold');
    expect(await judge(irene, 'pause')).toBe(204);
    expect(await judge(irene, 'pause')).toBe(204);
    expect(await judge('ivan', 'pause', uid, { reason: 'Again.' })).toBe(204);
    await ofCase('PauseSending', 'a-case');
    expect(await standing()).toMatchObject({
      displayName: 'C•••• B••••',
      pauses: [
        { cause: 'lead', caseId: null, reason, byName: 'Irene Gold', since: '2026-11-01T12:00:00.000Z' },
        { cause: 'lead', caseId: null, reason: 'Again.' },
        { cause: 'case', caseId: 'a-case', reason: 'The case.' },
      ],
      resumeRequest: null,
      suspension: null,
      reinstatementRequest: null,
    });
  });

  it('ends when a second lead agrees within a day', async () => {
    await judge('irene', 'pause');
    expect(await judge('irene', 'resume')).toBe(202);
    expect(await judge('irene', 'resume')).toBe(202);
    expect(await standing()).toMatchObject({ resumeRequest: { by: 'irene', reason, coversAll: true } });
    expect(await sends()).toMatchObject({ code: 'sending_paused' });
    expect(await judge('ivan', 'resume')).toBe(204);
    expect(await standing()).toMatchObject({ pauses: [], resumeRequest: null });
    expect(await sends()).toBe('may send');
    expect(await judge('ivan', 'resume')).toBe(204);
  });

  it('stays when the request has lapsed: the next one is a new request', async () => {
    await judge('irene', 'pause');
    await judge('irene', 'resume');
    app.clock.nowMs += 24 * HOUR_MS;
    expect(await standing()).toMatchObject({ resumeRequest: null });
    expect(await judge('ivan', 'resume')).toBe(202);
    expect(await sends()).toMatchObject({ code: 'sending_paused' });
  });

  it('that began after the request is not part of it', async () => {
    await judge('irene', 'pause');
    await judge('irene', 'resume');
    await ofCase('PauseSending', 'later');
    expect(await standing()).toMatchObject({ resumeRequest: { coversAll: false } });
    expect(await judge('ivan', 'resume')).toBe(204);
    expect(await standing()).toMatchObject({ pauses: [{ caseId: 'later' }], resumeRequest: null });
    expect(await sends()).toMatchObject({ code: 'sending_paused' });
  });

  it('can be renewed against a request that waits', async () => {
    await judge('irene', 'pause');
    await judge('irene', 'resume');
    expect(await judge('ivan', 'pause', uid, { reason: 'Not yet.' })).toBe(204);
    expect(await judge('olga', 'resume')).toBe(204);
    expect(await standing()).toMatchObject({ pauses: [{ reason: 'Not yet.' }] });
  });
});

describe('a suspension by a lead', () => {
  it('closes the account at once and opens it when a second lead agrees', async () => {
    expect(await judge('irene', 'suspend')).toBe(204);
    expect(await judge('ivan', 'suspend')).toBe(204);
    expect(await standing()).toMatchObject({ suspension: { cause: 'lead', reason } });
    expect(await judge('irene', 'reinstate')).toBe(202);
    expect(await judge('irene', 'reinstate')).toBe(202);
    expect(await standing()).toMatchObject({ reinstatementRequest: { by: 'irene', reason } });
    expect(await judge('ivan', 'reinstate')).toBe(204);
    expect(await standing()).toMatchObject({ suspension: null, reinstatementRequest: null });
  });

  it('does not reach what the operations team has suspended', async () => {
    const operations = { cause: 'operations', reason: '', by: null } as const;
    await app.record(`account-${uid}`, [{ type: 'AccountSuspended', data: operations }]);
    expect(await judge('irene', 'suspend')).toBe(204);
    expect(await judge('irene', 'reinstate')).toBe('403 suspended_by_operations');
    expect(await standing()).toMatchObject({ suspension: { cause: 'operations', byName: null } });
  });
});

describe('a legal hold', () => {
  it('is placed and lifted by one lead, and shown with who decided it, why and since when', async () => {
    const irene = await register('Irene', 'Gold');
    expect(await judge(irene, 'lift-legal-hold')).toBe('409 not_on_hold');
    expect(await judge(irene, 'place-legal-hold')).toBe(204);
    expect(await judge('ivan', 'place-legal-hold')).toBe('409 already_on_hold');
    expect(await standing()).toMatchObject({
      states: ['legal_hold'],
      legalHold: { reason, byName: 'Irene Gold', since: isoInstant(app.clock.nowMs) },
    });
    expect(await sends()).toBe('may send');
    expect(await judge(irene, 'lift-legal-hold', uid, { reason: 'The court closed it.' })).toBe(204);
    expect(await standing()).toMatchObject({ states: [], legalHold: null });
    expect((await app.events(`account-${uid}`)).slice(-2)).toMatchObject([
      {
        type: 'LegalHoldPlaced',
        data: { reason, by: irene },
        metadata: { actor: { kind: 'staff', id: irene } },
      },
      { type: 'LegalHoldLifted', data: { reason: 'The court closed it.', by: irene } },
    ]);
  });

  it('is neither placed nor lifted by the person whom it is about', async () => {
    expect(await judge(uid, 'place-legal-hold')).toBe('404 not_found');
    await judge('irene', 'place-legal-hold');
    expect(await judge(uid, 'lift-legal-hold')).toBe('404 not_found');
  });

  it('keeps the data of a closed account, and not what is erased', async () => {
    await app.record(`account-${uid}`, [{ type: 'AccountClosed', data: {} }]);
    expect(await judge('irene', 'place-legal-hold')).toBe(204);
    expect(await standing()).toMatchObject({ states: ['closed', 'legal_hold'] });
    await judge('irene', 'lift-legal-hold');
    await app.record(`account-${uid}`, [{ type: 'AccountErased', data: {} }]);
    expect(await judge('irene', 'place-legal-hold')).toBe('409 account_erased');
  });
});

describe('the data of a closed account', () => {
  const YEARS_MS = 7 * 366 * 24 * HOUR_MS;
  let began: number;

  beforeEach(async () => {
    began = app.clock.nowMs;
    await app.record(`account-${uid}`, [{ type: 'AccountClosed', data: {} }]);
  });
  afterEach(() => {
    app.clock.nowMs = began;
  });
  /** What Find and a case say of the sender. */
  const badges = async (caseId: string) => {
    const eva = app.person('eva');
    const body = { by: 'uid', value: uid, reason: 'support:S-1182' };
    const found = await eva.request<FindResult>('POST', '/compliance/find', { body });
    const shown = await eva.request<CaseDetail>('GET', `/compliance/cases/${caseId}`);
    return [found.body.senders[0]?.states, shown.body.sender.states];
  };

  it('is due for erasure when its retention ends, which every reader sees', async () => {
    const dueAt = isoInstant(began).replace('2026', '2033');
    expect(await standing()).toMatchObject({ states: ['closed'], erasure: { dueAt, keptBy: [] } });
    const caseId = await raiseCase(app, uid);
    expect(await badges(caseId)).toEqual([['closed'], ['closed']]);
    app.clock.nowMs = Date.parse(dueAt) - 1;
    expect(await standing()).toMatchObject({ states: ['closed'] });
    app.clock.nowMs += 1;
    const states = ['closed', 'erasure_due'];
    expect(await standing()).toMatchObject({ states, erasure: { dueAt, keptBy: ['case_open'] } });
    expect(await badges(caseId)).toEqual([states, states]);
  });

  it('is kept longer by a later transfer, and by what is open', async () => {
    app.clock.nowMs += HOUR_MS;
    await accept(app, uid);
    await judge('irene', 'place-legal-hold');
    await judge('irene', 'pause');
    const dueAt = isoInstant(app.clock.nowMs).replace('2026', '2033');
    expect(await standing()).toMatchObject({ erasure: { dueAt, keptBy: ['legal_hold', 'sender_paused'] } });
    app.clock.nowMs = began + YEARS_MS;
    expect((await standing()).states).toEqual(['closed', 'erasure_due', 'legal_hold', 'paused']);
  });

  it('is due no more once it is erased, as while the account is open', async () => {
    await app.record(`account-${uid}`, [{ type: 'AccountErased', data: {} }]);
    app.clock.nowMs += YEARS_MS;
    expect(await standing()).toMatchObject({ states: ['erased', 'closed'], erasure: null });
    uid = await register('Carl', 'Beck');
    expect(await standing()).toMatchObject({ states: [], erasure: null });
  });
});

describe('the page of a sender', () => {
  const every = ['pause', 'resume', 'suspend', 'reinstate', 'place-legal-hold', 'lift-legal-hold'];

  it('is readable for an erased person, without a name and with nothing that could be shown', async () => {
    uid = await registered(app, { firstName: ERASED, lastName: ERASED, email: ERASED });
    await app.record(`account-${uid}`, [
      { type: 'AccountClosed', data: {} },
      { type: 'AccountErased', data: {} },
    ]);
    const now = isoInstant(app.clock.nowMs);
    const masked = { displayName: ERASED, email: ERASED };
    const states = ['erased', 'closed'];
    expect(await standing()).toMatchObject({ ...masked, states, closedAt: now, erasedAt: now });
    const support = { reason: 'support:S-1182' };
    const ask = (path: string, body: object) =>
      app.person('eva').request('POST', `/compliance/${path}`, { body });
    const { body: found } = await ask('find', { by: 'uid', value: uid, ...support });
    expect(found).toMatchObject({ senders: [{ ...masked, states }] });
    for (const field of ['name', 'email'])
      expect(await ask('reveal', { subject: uid, field, ...support })).toMatchObject({ status: 404 });
    const caseId = await raiseCase(app, uid);
    const read = async (path: string) =>
      (await app.person('eva').request('GET', `/compliance/${path}`)).body as object;
    const shown = (await read(`cases/${caseId}`)) as CaseDetail;
    expect(shown.sender).toMatchObject({ displayName: ERASED, states });
    const then = (await read(`cases/${caseId}?at=${shown.position}`)) as CaseDetail;
    expect(then.sender.states).toEqual([]);
    const of = `senders/${uid}`;
    const reasoned = `reason=${encodeURIComponent(support.reason)}`;
    expect(await read(`${of}/at?${reasoned}`)).toMatchObject({
      shown: { profile: { account: 'erased', legalHold: false, fullName: ERASED } },
    });
    const { steps } = (await read(`${of}/replay?${reasoned}`)) as Replay;
    expect(steps.map(({ event, state }) => [event.type, state['account'], state['name']])).toContainEqual([
      'AccountClosed',
      'closed',
      ERASED,
    ]);
  });

  it('asks for a reason', async () => {
    for (const what of every) expect(await judge('irene', what, uid, {})).toBe('400 validation_failed');
    expect(await judge('irene', 'pause', uid, { reason: ' ' })).toBe('400 validation_failed');
  });
});
