import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '../../../event-sourcing/event.js';
import { recorded } from '../../../../../test/support/given-when-then.js';
import { TransferLife } from '../../../../../test/support/transfer-life.js';
import { mailSaga } from './mail.saga.js';
import { isOutdated } from './transfer-mail.js';

const at = '2026-11-20T12:00:00.000Z';
const transferId = randomUUID();
const uid = randomUUID();
const requestId = randomUUID();

type MailedEvent = Parameters<typeof mailSaga.react>[0];

/** The mails that events of a stream cause, once per cause and kind, as the outbox keeps them. */
function mailsAbout(stream: string, events: readonly DomainEvent[]): readonly string[] {
  let state = mailSaga.initialState();
  const rows = events.flatMap((event, index) => {
    const happened = recorded(event, index, { stream, at }) as MailedEvent;
    state = mailSaga.evolve(state, happened);
    return mailSaga
      .react(happened, mailSaga.needsState(happened) ? state : mailSaga.initialState())
      .map(({ command }) => ({ row: `${command.cause} ${command.kind}`, command }));
  });
  const once = new Map(rows.map(({ row, command }) => [row, command]));
  for (const command of once.values()) expect(command.uid).toBe(uid);
  return [...once.values()].map(({ kind, transferId: about }) =>
    about === transferId ? kind : `${kind} of ${uid}`,
  );
}

const life = () => new TransferLife({ ...new TransferLife().of, uid, transferId });
const mailsOf = ({ events }: TransferLife) => mailsAbout(`transfer-${transferId}`, events);
const kyc = (...statuses: readonly string[]) =>
  mailsAbout(
    `sender-${uid}`,
    statuses.map((status) =>
      status === 'repeated'
        ? { type: 'KycRepeated', data: { requestId } }
        : { type: 'KycStatusChanged', data: { requestId, status } },
    ),
  );

describe('a mail about a transfer is sent', () => {
  it('when it is charged and when it is delivered', () => {
    const delivered = life().toSubmitted();
    delivered.paidOut('delivered');
    expect(mailsOf(delivered)).toEqual(['transfer-receipt', 'transfer-delivered']);
  });

  it('when its refund first fails, and when it is complete', () => {
    const refunded = life().toSubmitted();
    refunded.paidOut('failed');
    for (const state of ['failed', 'failed', 'completed'] as const) {
      refunded.refunded(state);
      refunded.do({ type: 'RetryRefund' });
    }
    expect(mailsOf(refunded)).toEqual(['transfer-receipt', 'transfer-refund-failed', 'transfer-refunded']);
  });

  it('when a refund that the processor refused was paid back another way', () => {
    const refunded = life().toSubmitted();
    refunded.paidOut('failed');
    refunded.refunded('failed');
    const paidBack = { type: 'SettleRefund', way: 'check', reference: '1042' } as const;
    refunded.do({ ...paidBack, operator: 'olga', agrees: false });
    refunded.do({ ...paidBack, operator: 'omar', agrees: true });
    expect(mailsOf(refunded)).toEqual([
      ...['transfer-receipt', 'transfer-refund-failed'],
      // The worker omits the second one: it is about a card.
      ...['transfer-refund-settled', 'transfer-refunded'],
    ]);
    expect(isOutdated('transfer-refunded', { transfer: refunded.state, card: null })).toBe(true);
  });

  it('when a reported problem is answered, once per problem', () => {
    const delivered = life().toDelivered();
    for (const problemId of ['P-1', 'P-2', 'P-3']) {
      delivered.do({ type: 'ReportProblem', problemId, text: 'Nothing arrived' });
      const answer = problemId === 'P-3' ? '' : 'Zelle delivered it.';
      delivered.do({ type: 'ResolveProblem', problemId, answer });
    }
    expect(mailsOf(delivered).filter((kind) => kind === 'transfer-problem-answered')).toHaveLength(2);
  });

  it('once when cards are declined, however many were tried', () => {
    const declined = life();
    for (let card = 1; card <= 5; card += 1) {
      declined.pay(`request-${String(card)}`);
      declined.answered('declined');
    }
    expect(declined.state.stage).toBe('declined');
    expect(mailsOf(declined)).toEqual(['transfer-declined']);
  });

  it('once when its payment waits for the sender at the bank, later than those confirm who do it at once', () => {
    const waiting = life();
    waiting.pay();
    waiting.answered('requires_action');
    expect(mailsOf(waiting)).toEqual(['transfer-unpaid']);
    const delays = waiting.events.flatMap((event, index) =>
      mailSaga.react(
        recorded(event, index, { stream: `transfer-${transferId}`, at }),
        mailSaga.initialState(),
      ),
    );
    expect(delays.map(({ command }) => command.delayMs)).toEqual([15 * 60_000]);
  });

  it.each([
    ['sender', 'transfer-cancelled'],
    ['suspicious', 'transfer-not-completed'],
  ] as const)('when it ends without a charge: %s', (cause, kind) => {
    const ended = life().toAuthorized();
    ended.cancel(cause);
    ended.answered('cancelled');
    expect(mailsOf(ended)).toEqual([kind]);
  });

  it('with the same text for any reason to stop it', () => {
    const ended = ['suspicious', 'hold_expired', 'authorization_ended'].flatMap((cause) =>
      mailsAbout(`transfer-${transferId}`, [{ type: 'TransferCancelled', data: { uid, cause } }]),
    );
    expect(new Set(ended)).toEqual(new Set(['transfer-not-completed']));
  });

  it('when it was not paid in time', () => {
    const unpaid = { type: 'TransferCancelled', data: { uid, cause: 'not_paid' } };
    expect(mailsAbout(`transfer-${transferId}`, [unpaid])).toEqual(['transfer-expired']);
  });

  it('not when it is held or disputed', () => {
    const held = life().toAuthorized();
    held.do({ type: 'PlaceHold', caseId: randomUUID(), by: 'rule', note: '' });
    expect(mailsOf(held)).toEqual([]);
    const disputed = { type: 'PaymentDisputed', data: { uid } };
    expect(mailsAbout(`transfer-${transferId}`, [disputed])).toEqual([]);
  });
});

it('a mail is sent when an account is suspended and when it is reinstated', () => {
  const events = ['AccountSuspended', 'AccountReinstated', 'AccountSuspended'];
  expect(
    mailsAbout(
      `account-${uid}`,
      events.map((type) => ({ type, data: {} })),
    ),
  ).toEqual([`account-suspended of ${uid}`, `account-reinstated of ${uid}`, `account-suspended of ${uid}`]);
});

it('no second mail is sent when the operations team takes over what a lead suspended', () => {
  const taken = ['lead', 'operations'].map((cause) => ({ type: 'AccountSuspended', data: { cause } }));
  expect(mailsAbout(`account-${uid}`, taken)).toEqual([`account-suspended of ${uid}`]);
});

it.each([
  ['change', 'password-changed'],
  ['reset', 'password-reset'],
])('a %s of the password has its own mail, because different sessions end', (cause, kind) => {
  expect(mailsAbout(`account-${uid}`, [{ type: 'PasswordChanged', data: { cause } }])).toEqual([
    `${kind} of ${uid}`,
  ]);
});

describe('a mail about an identity check is sent', () => {
  it('when it has a result, once', () => {
    expect(kyc('pending', 'completed', 'verified', 'verified')).toEqual([`identity-verified of ${uid}`]);
    expect(kyc('failed', 'declined')).toEqual([`identity-not-verified of ${uid}`]);
  });

  it('about the name, for a check that is repeated under a new one', () => {
    expect(kyc('repeated', 'failed')).toEqual([`name-not-changed of ${uid}`]);
    expect(kyc('repeated', 'completed', 'verified', 'declined')).toEqual([
      `name-changed of ${uid}`,
      `identity-not-verified of ${uid}`,
    ]);
  });

  it('not when it goes to review or expires', () => {
    expect(kyc('needs_review', 'expired')).toEqual([]);
  });
});
