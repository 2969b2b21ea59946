import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import { generateSync } from 'otplib';
import { confirmedPerson, openAccounts, UNLIMITED } from '../../../../../test/support/accounts-app.js';
import { enteredCard } from '../../../../../test/support/browser.js';
import type { Client } from '../../../../../test/support/client.js';
import { newPerson, PASSWORD } from '../../../../../test/support/passwords.js';
import { recordTransfer } from '../../../../../test/support/receipts-app.js';
import { codeIn, textOf } from '../../../../../test/support/smtp-inbox.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { DAY, MINUTE, type TransferLife } from '../../../../../test/support/transfer-life.js';
import { sendingOf } from '../../../../../test/support/transfers-app.js';
import { EventSourcingModule } from '../../../event-sourcing/event-sourcing.module.js';
import type { Problem, RecoveryCodes, SecondFactorSecret } from '../../../kernel/people/accounts.js';
import type { AccountClosing } from '../../../kernel/people/closing.js';
import type { ShareLink } from '../../../kernel/money/receipts.js';
import { CloseSending } from '../../lifecycle/payment/close-sending.js';
import { transferStream } from '../../lifecycle/state/lifecycle-events.rules.js';
import { openTransfersProjection } from '../../lifecycle/state/open-transfers.projection.js';
import type { CardEvent } from '../../payments/cards/cards.decider.js';
import { DetachCardsWorker } from '../../payments/cards/detach-cards.worker.js';
import { PaymentsModule } from '../../payments/payments.module.js';
import { ReceiptsModule } from '../../receipts/receipts.module.js';
import { RecipientsModule } from '../../recipients/recipients.module.js';
import { TransfersModule } from '../../transfers/transfers.module.js';
import { VerificationModule } from '../../verification/verification.module.js';
import { AccountDirectory } from '../account/account-directory.js';
import { Administer } from '../account/administer-account.command.js';
import { Claims } from '../account/claims.js';
import { Credentials } from '../passwords/credentials.js';
import { FinishClosing } from './close-account.command.js';
import { ClosedAccountsWorker } from './closed-accounts.worker.js';

/** The life of transfers is recorded here: no worker moves them. */
@Module({
  imports: [
    EventSourcingModule.forFeature({ streams: [transferStream], projections: [openTransfersProjection] }),
  ],
})
class RecordedLives {}

/** Each begins the closing a millisecond later after the send. */
const ROUNDS = 16;

let app: TestApp;
let email: string;
let uid: string;
let ana: Client;

beforeAll(async () => {
  const modules = [TransfersModule, PaymentsModule, RecipientsModule, ReceiptsModule];
  const declared = [VerificationModule, RecordedLives];
  app = await openAccounts(
    { ...UNLIMITED, declared, withSimulator: true, now: '2026-11-20T12:00:00.000Z' },
    modules,
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  ({
    person: { email },
    browser: ana,
    uid,
  } = await confirmedPerson(app));
});

const later = (ms: number) => {
  app.clock.nowMs += ms;
};
const close = (person = ana) => person.post('/me/close');
const closing = async (person = ana) => (await person.request<AccountClosing>('GET', '/me/close')).body;
const clearDue = () => app.get(ClosedAccountsWorker).work(new AbortController().signal);
const typesIn = async (stream: string) => (await app.events(stream)).map(({ type }) => type);
const isClosed = async (of = uid) => (await typesIn(`account-${of}`)).includes('AccountClosed');
/** A transfer that was requested now, with the life that follows. */
const transfer = (happens: (life: TransferLife) => unknown, changes: object = {}) =>
  recordTransfer(app, uid, happens, {
    transferId: randomUUID(),
    requestedAt: new Date(app.clock.nowMs).toISOString(),
    recipient: 'Grace Okafor',
    platform: 'Venmo',
    handle: '@graceokafor',
    ...changes,
  });
const saveRecipient = (person = ana) =>
  person.post('/recipients', { name: 'Bo Li', platform: 'PayPal', handle: `${randomUUID()}@people.example` });
const saveCard = async (person = ana) =>
  person.post('/cards', { token: await enteredCard(app.simulator.httpUrl) });
/** What the account shows of what its owner has saved. */
const saved = async (person: Client) => {
  const read = async <Body>(path: string) => (await person.request<Body>('GET', path)).body;
  const [cards, recipients, transfers, shares, preferences] = [
    await read<{ items: unknown[] }>('/cards'),
    await read<{ items: unknown[] }>('/recipients'),
    await read<{ items: unknown[] }>('/transfers'),
    await read<{ items: unknown[] }>('/shares'),
    await read<{ emailOptIn: boolean; displayName: string | null }>('/preferences'),
  ];
  const counts = [cards, recipients, transfers, shares].map(({ items }) => items.length);
  return [...counts, preferences.emailOptIn, preferences.displayName];
};

const disputed = (life: TransferLife) =>
  life.do({
    type: 'RecordDispute',
    disputeRef: 'dp_1',
    reason: 'fraudulent',
    providerAt: life.at,
    outcome: null,
    cents: null,
  });

describe('closing an account', () => {
  it('ends every session and frees the address: whoever signs up with it sees nothing of before', async () => {
    const paid = await transfer((life) => life.toDelivered());
    const { body: link } = await ana.post<ShareLink>(`/transfers/${paid}/share`);
    const { body: receipt } = await ana.request<{ code: string }>('GET', `/transfers/${paid}/receipt`);
    await saveRecipient();
    expect((await saveCard()).status).toBe(201);
    await ana.request('PATCH', '/preferences', { body: { emailOptIn: true, displayName: 'Ana T.' } });
    const phone = app.browser();
    await phone.signIn(email);
    expect(await saved(ana)).toEqual([1, 1, 1, 1, true, 'Ana T.']);

    const answer = await close();
    expect([answer.status, ana.cookies.has('flip_at'), ana.cookies.has('flip_rt')]).toEqual([
      204,
      false,
      false,
    ]);
    for (const one of [ana, phone]) expect((await one.request('GET', '/me')).status).toBe(401);
    const unknown = await app.browser().signIn('nobody@people.example');
    const refused = await app.browser().signIn(email);
    const said = ({ status, body }: typeof refused) => [status, body.code, body.detail];
    expect(said(refused)).toEqual(said(unknown));
    expect(said(refused).slice(0, 2)).toEqual([401, 'invalid_credentials']);

    const next = app.browser();
    const again = await next.signUp({ email });
    expect([again.status, again.body.uid === uid]).toEqual([201, false]);
    await next.signIn(email);
    expect(await saved(next)).toEqual([0, 0, 0, 0, false, null]);

    await app.caughtUp();
    const token = link.url.slice(link.url.lastIndexOf('/'));
    expect((await app.browser().request('GET', `/shared${token}`)).status).toBe(404);
    expect((await app.browser().request('GET', `/receipts/${receipt.code}`)).status).toBe(200);
  });

  it('removes saved cards at the processor', async () => {
    await saveCard();
    await saveCard();
    const savedCards = await app.events<CardEvent>(`cards-${uid}`);
    const ref =
      savedCards.flatMap(({ type, data }) => (type === 'CardSaved' ? data.paymentMethodRef : []))[0] ?? '';
    const customerOf = async () => {
      const response = await fetch(`${app.simulator.httpUrl}/v1/payment_methods/${ref}`, {
        headers: { authorization: `Bearer ${app.secrets.simulatorApiKey}` },
      });
      return ((await response.json()) as { customer?: string | null }).customer ?? null;
    };
    expect(await customerOf()).not.toBeNull();
    expect((await close()).status).toBe(204);
    await app.caughtUp();
    later(5 * MINUTE);
    await app.get(DetachCardsWorker).work(new AbortController().signal);
    const types = await typesIn(`cards-${uid}`);
    expect(types.filter((type) => type === 'CardDetached')).toHaveLength(2);
    expect(await customerOf()).toBeNull();
  });

  it('mails what is kept, why and until when, and nothing else of its end', async () => {
    const { body: begun } = await ana.post<SecondFactorSecret>('/second-factor', {
      proof: await mailedCode(),
    });
    const code = generateSync({ secret: begun.secret, epoch: Math.floor(app.clock.nowMs / 1_000) });
    await ana.post<RecoveryCodes>('/second-factor/confirm', { code });
    await app.inbox.mailTo(email, { path: 'Two-step sign-in is on' });
    expect((await close()).status).toBe(204);
    const year = new Date(app.clock.nowMs).getUTCFullYear() + 7;
    const mail = await app.inbox.mailTo(email, { path: 'Your account is closed' });
    expect(textOf(mail.source)).toMatch(new RegExp(`until Nov \\d+, ${String(year)}`));
    await app.caughtUp('mail');
    expect(
      app.inbox.mails.filter(({ to, source }) => to === email && /Two-step sign-in is off/.test(source)),
    ).toEqual([]);
    expect(await app.vault.list('factor', uid)).toEqual([]);
  });

  const mailedCode = async () => {
    await ana.post('/second-factor');
    return codeIn(await app.inbox.mailTo(email, { path: 'Your code for two-step' }));
  };

  it('needs a proof of the last 15 minutes, and is not for staff', async () => {
    later(16 * MINUTE);
    await ana.post('/auth/refresh');
    expect((await close()).body.code).toBe('step_up_required');
    await ana.post('/second-factor/step-up', { password: PASSWORD });
    await app.record(`account-${uid}`, [{ type: 'RoleGranted', data: { role: 'analyst' } }]);
    const staff = await close();
    expect([staff.status, staff.body.code]).toEqual([403, 'staff_stays_open']);
    expect(await isClosed()).toBe(false);
  });

  it('is the same for a paused sender', async () => {
    await app.record(`sender-${uid}`, [
      {
        type: 'SendingPaused',
        data: {
          causeId: randomUUID(),
          cause: 'lead',
          reason: 'Amounts just under the limit.',
          by: 'robin',
          uid,
        },
      },
    ]);
    expect(await closing()).toMatchObject({ possible: true, blocking: [] });
    expect((await close()).status).toBe(204);
  });

  it('is mailed about money alone from then on, with what can be read without signing in', async () => {
    let life!: TransferLife;
    const id = await transfer((one) => (life = one.toDelivered()));
    const before = life.events.length;
    await ana.request('PATCH', '/preferences', { body: { emailOptIn: true } });
    expect((await close()).status).toBe(204);
    await app.inbox.mailTo(email, { path: 'Your account is closed' });
    life.paidOut('returned');
    life.refunded('completed');
    await app.record(`transfer-${id}`, life.events.slice(before));
    const { source } = await app.inbox.mailTo(email, { path: 'on its way to your card' });
    expect(source).toContain('/receipt');
    expect(source).not.toContain('/transactions/');
  });
});

describe('an account with money under way', () => {
  it.each<[string, { state: string; until: unknown }, (life: TransferLife) => unknown]>([
    [
      'waits for a card',
      { state: 'unpaid', until: '30' },
      (life) => life.do({ type: 'AwaitPayment', terms: life.of }),
    ],
    ['is being paid', { state: 'sending', until: null }, (life) => life.pay()],
    [
      'was declined and may be paid again',
      { state: 'unpaid', until: '30' },
      (life) => [life.pay(), life.answered('declined')],
    ],
    ['is reserved', { state: 'sending', until: 'arrival' }, (life) => life.toAuthorized()],
    ['is charged', { state: 'sending', until: 'arrival' }, (life) => life.toCaptured()],
    [
      'is charged and held',
      { state: 'sending', until: 'arrival' },
      (life) => life.toCaptured().hold(randomUUID()),
    ],
    ['is being paid out', { state: 'sending', until: 'arrival' }, (life) => life.toSubmitted()],
    [
      'waits to be claimed',
      { state: 'sending', until: '30 days' },
      (life) => life.toSubmitted().paidOut('unclaimed'),
    ],
    ['is being refunded', { state: 'refunding', until: 'refund' }, (life) => life.toCaptured().cancel()],
    [
      'has a refused refund',
      { state: 'refunding', until: null },
      (life) => [life.toCaptured().cancel(), life.refunded('failed')],
    ],
    [
      'was delivered and is disputed',
      { state: 'disputed', until: null },
      (life) => disputed(life.toDelivered()),
    ],
  ])('stays open while a transfer %s, and says until when', async (_, { state, until }, happens) => {
    const id = await transfer(happens, { amountCents: 6_000 });
    const { possible, blocking, keptUntil } = await closing();
    const [only] = blocking;
    expect([possible, blocking.length, keptUntil.slice(0, 4)]).toEqual([false, 1, '2033']);
    expect(only).toMatchObject({ transferId: id, recipient: 'Grace Okafor', amount: '60.00', state });
    expect(only?.until ?? null).toEqual(until === null ? null : expect.any(String));
    const refused = await close();
    expect([refused.status, refused.body.code]).toEqual([409, 'money_under_way']);
    expect(refused.body.params).toEqual({
      transferId: id,
      recipient: 'Grace Okafor',
      amount: '60.00',
      until: only?.until ?? null,
    });
    expect([await isClosed(), await typesIn(`sender-${uid}`)]).toEqual([
      false,
      expect.not.arrayContaining(['SendingClosed']),
    ]);
    expect((await ana.me()).uid).toBe(uid);
  });

  it.each<[string, (life: TransferLife) => unknown, object]>([
    ['delivered', (life) => life.toDelivered(), {}],
    ['refunded', (life) => life.toRefunded(), {}],
    ['cancelled', (life) => [life.do({ type: 'AwaitPayment', terms: life.of }), life.cancel()], {}],
    ['declined', (life) => [life.pay(), life.answered('declined'), life.wait(DAY).elapse()], {}],
    ['from before card payment existed', () => undefined, { awaitsPayment: false }],
  ])('closes once every transfer is over: %s', async (_, happens, changes) => {
    await transfer(happens, changes);
    expect(await closing()).toMatchObject({ possible: true, blocking: [] });
    expect((await close()).status).toBe(204);
  });

  it('reads the same whether a transfer is held or not', async () => {
    const about = async (happens: (life: TransferLife) => unknown) => {
      ({
        person: { email },
        browser: ana,
        uid,
      } = await confirmedPerson(app));
      const transferId = await transfer(happens);
      const refused = (await close()).text.replaceAll(transferId, 'id').replace(/"requestId":"[^"]*"/, '');
      return [refused, JSON.stringify((await closing()).blocking).replaceAll(transferId, 'id')];
    };
    const plain = await about((life) => life.toAuthorized());
    expect(await about((life) => life.toAuthorized().hold(randomUUID()))).toEqual(plain);
  });

  it('stays open for a send whose payment is not recorded yet', async () => {
    await transfer(() => undefined, { awaitsPayment: true });
    expect((await close()).body.code).toBe('money_under_way');
  });
});

describe('closing and sending at the same time', () => {
  it('either closes the account or accepts the send, never both', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const one = await confirmedPerson(app);
      const send = sendingOf(one.browser).send({ amount: '20.00' });
      const pause = new Promise<void>((done) => setTimeout(done, round));
      const [sent, closed] = await Promise.all([send, pause.then(() => close(one.browser))]);
      const types = await typesIn(`sender-${one.uid}`);
      const accepted = types.includes('TransferRequested');
      expect([sent.status, closed.status]).toEqual(accepted ? [201, 409] : [401, 204]);
      expect(await isClosed(one.uid)).toBe(!accepted);
    }
  });
});

describe('closing and a role granted at the same time', () => {
  it('leaves no closed account with a role', async () => {
    for (let round = 0; round < ROUNDS / 2; round += 1) {
      const one = await confirmedPerson(app);
      const grant = { type: 'GrantRole', role: 'analyst' } as const;
      const pause = new Promise<void>((done) => setTimeout(done, round));
      const [closed] = await Promise.all([
        close(one.browser),
        pause
          .then(() => app.commands.execute(new Administer(one.person.email, grant, 'test')))
          .catch(() => undefined),
      ]);
      await app.caughtUp();
      const account = await app.get(AccountDirectory).byUid(one.uid);
      const isStaff = account?.roles.includes('analyst') ?? false;
      expect([closed.status, account?.closedAt !== null, isStaff]).toEqual(
        isStaff ? [403, false, true] : [204, true, false],
      );
    }
  });

  it('after the end of sending takes the role away with the account', async () => {
    expect(await app.commands.execute(new CloseSending(uid))).toEqual([]);
    await app.record(`account-${uid}`, [{ type: 'RoleGranted', data: { role: 'analyst' } }]);
    await app.commands.execute(new FinishClosing(uid));
    expect((await typesIn(`account-${uid}`)).slice(-3)).toEqual([
      'RoleGranted',
      'AccountClosed',
      'RoleRevoked',
    ]);
  });
});

describe('closing and a change of address at the same time', () => {
  it('frees every address at once: nothing is left to undo', async () => {
    const to = newPerson().email;
    const changeId = randomUUID();
    expect(await app.get(Claims).claimEmail(to, uid)).toBe(uid);
    await app.record(`account-${uid}`, [
      { type: 'EmailChangeRequested', data: { changeId, email: to } },
      { type: 'EmailChanged', data: { changeId, email: to, cause: 'confirmed' } },
      { type: 'AccountClosed', data: {} },
    ]);
    await app.caughtUp();
    await clearDue();
    for (const address of [email, to])
      expect((await app.browser().signUp({ email: address })).status).toBe(201);
  });
});

describe('an account that is closed again after a restore', () => {
  it('ends sending although the restored log knows of money under way', async () => {
    await transfer((life) => life.toAuthorized());
    await app.record(`account-${uid}`, [{ type: 'AccountClosed', data: {} }]);
    await app.caughtUp();
    await clearDue();
    expect(await typesIn(`sender-${uid}`)).toContain('SendingClosed');
  });
});

describe('a closing that was interrupted', () => {
  const gone = async () => {
    expect(await isClosed()).toBe(true);
    expect((await ana.request('GET', '/me')).status).toBe(401);
    expect((await app.browser().signUp({ email })).status).toBe(201);
    for (const kind of ['session', 'token', 'factor'] as const)
      expect(await app.vault.list(kind, uid)).toEqual([]);
    const recipients = await typesIn(`recipients-${uid}`);
    expect(recipients.at(-1)).toBe('RecipientRemoved');
  };

  it('after the end of sending is finished by itself', async () => {
    await saveRecipient();
    expect(await app.commands.execute(new CloseSending(uid))).toEqual([]);
    await app.caughtUp('closing');
    await gone();
  });

  it('after the account was closed is finished by the next round, and its sessions by the saga', async () => {
    await saveRecipient();
    await app.record(`account-${uid}`, [{ type: 'AccountClosed', data: {} }]);
    await app.caughtUp('stale-sessions');
    expect((await ana.request('GET', '/me')).status).toBe(401);
    await clearDue();
    await gone();
  });

  it('while what is left was removed answers, and is finished by the next round', async () => {
    await saveRecipient();
    jest
      .spyOn(app.get(Credentials), 'remove')
      .mockRejectedValueOnce(new Error('away'))
      .mockRejectedValueOnce(new Error('away'));
    expect((await close()).status).toBe(204);
    await app.caughtUp('closing');
    await clearDue();
    await gone();
  });

  it('is cleared until no request of before can be under way any more', async () => {
    expect((await close()).status).toBe(204);
    await app.caughtUp('closing');
    const late = {
      recipientId: randomUUID(),
      name: 'Bo Li',
      platform: 'PayPal',
      handle: 'bo@people.example',
    };
    await app.record(`recipients-${uid}`, [{ type: 'RecipientSaved', data: late }]);
    await clearDue();
    expect(await typesIn(`recipients-${uid}`)).toEqual(['RecipientSaved', 'RecipientRemoved']);
    expect(await typesIn(`account-${uid}`)).not.toContain('AccountCleared');
    later(6 * MINUTE);
    await clearDue();
    await clearDue();
    const types = await typesIn(`account-${uid}`);
    expect(types.filter((type) => type === 'AccountCleared')).toHaveLength(1);
  });

  it('accepts no send and no change from a request of before', async () => {
    expect((await close()).status).toBe(204);
    const send = app.commands.execute(new CloseSending(uid));
    expect(await send).toEqual([]);
    const problem = (await sendingOf(ana).send()) as unknown as {
      readonly status: number;
      readonly body: Problem;
    };
    expect(problem.status).toBe(401);
  });
});
