import { AppModule } from '../app.module.js';
import type { RecordedEvent } from '../event-sourcing/event.js';
import { featuresOf } from '../event-sourcing/event-sourcing.module.js';

const { live, events } = featuresOf(AppModule);
const uid = 'the-user';
const staff = { roles: ['analyst', 'lead', 'operator', 'auditor'] };
/** Operators read no cases. */
const readers = { roles: ['analyst', 'lead', 'auditor'] };

/** What every feature announces of an event with this type's example data, or `data`. */
function announced(stream: string, type: string, data?: object) {
  const example = events.find((declaration) => declaration.type === type)?.example;
  const event = { type, stream, data: { ...example, ...data } } as RecordedEvent;
  return live
    .filter(({ prefixes }) => prefixes.some((prefix) => stream.startsWith(prefix)))
    .map((topics) => topics.announce(event))
    .filter((announcement) => announcement !== null);
}

describe('live topics', () => {
  const transferId = '2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03';
  const transfers = ['transfers', `transfer:${transferId}`, 'allowance'];

  it.each([
    [`sender-${uid}`, 'TransferRequested', transfers],
    [`sender-${uid}`, 'AllowanceReleased', transfers],
    [`recipients-${uid}`, 'RecipientSaved', ['recipients']],
    [`cards-${uid}`, 'CardSaved', ['cards']],
    [`cards-${uid}`, 'CardRemoved', ['cards']],
    [`preferences-${uid}`, 'PrefsUpdated', ['preferences', 'me']],
    [`account-${uid}`, 'EmailConfirmed', ['me', 'verification']],
    [`account-${uid}`, 'RoleGranted', ['me', 'verification']],
  ])('of %s: %s', (stream, type, topics) => {
    expect(announced(stream, type)).toEqual([{ to: { uid }, topics }]);
  });

  it.each(['KycSubmitted', 'KycRepeated', 'InquiryOpened', 'KycStatusChanged'])(
    'of an identity check go to its sender, and to staff as the board’s: %s',
    (type) => {
      expect(announced(`sender-${uid}`, type)).toEqual([
        { to: { uid }, topics: ['verification', 'me', 'allowance'] },
        { to: { ...readers, exceptUid: uid }, topics: ['checks'] },
      ]);
    },
  );

  it.each([
    [`sender-${uid}`, 'TransferRefused'],
    [`account-${uid}`, 'PasswordChanged'],
    [`cards-${uid}`, 'CustomerCreated'],
  ])('do not include %s: %s, which its user cannot see', (stream, type) => {
    expect(announced(stream, type).filter(({ to }) => 'uid' in to)).toEqual([]);
  });

  it.each([
    [`sender-${uid}`, 'SendingPaused'],
    [`sender-${uid}`, 'ResumeRequested'],
    [`sender-${uid}`, 'SendingResumed'],
    [`account-${uid}`, 'ReinstatementRequested'],
    [`account-${uid}`, 'LegalHoldPlaced'],
    [`account-${uid}`, 'LegalHoldLifted'],
  ])(
    'of a pause, a legal hold and a request to lift go to staff, never to whom it is about: %s: %s',
    (stream, type) => {
      expect(announced(stream, type)).toEqual([{ to: { ...readers, exceptUid: uid }, topics: ['cases'] }]);
    },
  );

  it("of a transfer's own stream go to the sender named in its events", () => {
    expect(announced(`transfer-${transferId}`, 'AnyFact', { uid })).toEqual([
      { to: { uid }, topics: ['transfers', `transfer:${transferId}`] },
    ]);
  });

  it.each(['PaymentAwaited', 'PaymentActionRequired', 'PaymentDeclined', 'PaymentAuthorized'])(
    'name the allowance when an amount begins or ends to wait for payment: %s',
    (type) => {
      const [told] = announced(`transfer-${transferId}`, type, { uid }).filter(({ to }) => 'uid' in to);
      expect(told?.topics).toContain('allowance');
    },
  );

  it.each(['HoldPlaced', 'HoldReleased'])(
    'notify staff that a payment is held, never its sender: %s',
    (type) => {
      const told = announced(`transfer-${transferId}`, type, { uid });
      expect(told).toHaveLength(2);
      // A held payment leaves the desk as well.
      expect(told).toEqual(
        expect.arrayContaining([
          { to: { ...readers, exceptUid: uid }, topics: ['cases'] },
          { to: { ...staff, exceptUid: uid }, topics: ['payouts'] },
        ]),
      );
    },
  );

  it.each(['PaymentCaptured', 'PayoutSubmitted', 'PayoutOutcomeProposed', 'RefundFailed', 'ProblemReported'])(
    'of the payout desk go to staff, except to the sender of the transfer: %s',
    (type) => {
      expect(announced(`transfer-${transferId}`, type, { uid })).toContainEqual({
        to: { ...staff, exceptUid: uid },
        topics: ['payouts'],
      });
    },
  );

  it('of a charge without a transfer go to all staff: the log does not know its sender', () => {
    expect(announced('stray-pi_1', 'StrayFound')).toEqual([
      { to: { ...staff, exceptUid: null }, topics: ['payouts'] },
    ]);
  });

  it.each(['SuspiciousTransactionRaised', 'AlertTransactionsAdded', 'CaseReviewed'])(
    'of cases go only to staff who read them, never to the person the case is about: %s',
    (type) => {
      expect(announced('case-1', type, { uid })).toEqual([
        { to: { ...readers, exceptUid: uid }, topics: ['cases'] },
      ]);
    },
  );
});
