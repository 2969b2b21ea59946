const PERSON = 'ana@people.example';
const PASSWORD = 'violet-harbor-lantern-42';
/** Of the link in the mail. */
const TOKEN = 'Tq4mX0c9Vb2nR7kLw1sYz8eHd5fGj3uPa6iOtQ_xCvE';
const CARD = { cardToken: 'pm_1SimulatedCard', saveCard: true };
const CARD_ID = '5f0c9a1e-6d0b-4a7e-9f3e-2b1c8d7e6f50';
const TRANSFER = '0b0e8f7a-0d3c-4d7e-9d43-2f8a6f5f3c11';
const RECIPIENT = { platform: 'PayPal', handle: 'maya@people.example' };
const DRAFT = { recipient: 'Maya Okafor', ...RECIPIENT, amount: '20.00', note: 'Dinner on Friday' };
const HOLD = { transferId: TRANSFER, note: 'Asked the sender for the reason of the transfer.' };
const STRAY = '/api/compliance/strays/{paymentRef}';
const TASK = '/api/compliance/payouts/{transferId}';

const DEFINITION = {
  name: 'Structuring',
  where: { amount: { from: '180.00', below: '250.00' }, firstToHandle: true },
  measure: 'attempts',
  atLeast: '2',
  within: 'P2D',
  action: 'flag',
};

/** A request body for each route that takes one, as its page offers it to be tried. */
export const BODY_EXAMPLES: Readonly<Record<string, object>> = {
  'post /api/auth/sign-up': {
    firstName: 'Ana',
    lastName: 'Torres',
    email: PERSON,
    password: PASSWORD,
    acceptTerms: true,
    locale: 'en',
  },
  'post /api/auth/sign-in': { email: PERSON, password: PASSWORD },
  'post /api/auth/second-factor': { code: '123456' },
  'post /api/auth/second-factor/undo': { token: TOKEN },
  'post /api/auth/email/confirm': { token: TOKEN, end: 'new' },
  'post /api/auth/email/undo': { password: 'copper-window-meadow-73', token: TOKEN },
  'post /api/me/email': { email: 'ana.torres@people.example' },
  'post /api/me/name': { firstName: 'Ana', lastName: 'Torres' },
  'post /api/auth/forgot': { email: PERSON },
  'post /api/auth/reset': { password: 'copper-window-meadow-73', token: TOKEN },
  'post /api/auth/reset/check': { token: TOKEN },
  'post /api/auth/password': { current: PASSWORD, password: 'copper-window-meadow-73' },
  'post /api/auth/confirm': { token: TOKEN },
  'post /api/second-factor': { proof: 'K7QF-2M9X-P3DA' },
  'post /api/second-factor/confirm': { code: '123456' },
  'post /api/second-factor/step-up': { code: '123456' },
  'post /api/auth/link': { password: PASSWORD },
  'post /api/auth/{provider}/callback': { state: 'the state of the request', code: 'the code of the answer' },
  'post /api/auth/{provider}/link': { password: PASSWORD, locale: 'en' },
  'post /api/auth/{provider}/unlink': { password: PASSWORD },
  'patch /api/preferences': { displayName: 'Ana T.', emailOptIn: true, locale: 'es' },
  'post /api/recipients': { name: 'Maya Okafor', ...RECIPIENT },
  'patch /api/recipients/{id}': { name: 'Maya Okafor', ...RECIPIENT },
  'post /api/transfers': { ...DRAFT, total: '21.90', cardId: CARD_ID },
  'post /api/transfers/check': DRAFT,
  'post /api/transfers/{id}/payment': CARD,
  'post /api/transfers/{id}/problem': { text: 'Maya says nothing has arrived.' },
  'post /api/cards': { token: CARD.cardToken },
  'patch /api/cards/{id}': { isDefault: true },
  'post /api/verification': { fullName: 'Ana Torres', consent: true },
  'post /api/verification/name': { firstName: 'Ana', lastName: 'Torres Vega', consent: true },
  'post /api/compliance/find': { by: 'email', value: 'ana@people.example', reason: 'support:S-1182' },
  'post /api/compliance/rules/{id}/draft': { definition: DEFINITION },
  'post /api/compliance/backtests': {
    definition: DEFINITION,
    against: 'structuring',
    from: '2026-10-22T00:00:00.000Z',
    to: '2026-11-21T00:00:00.000Z',
  },
  'post /api/compliance/rules/{id}/draft/return': { reason: 'Too many alerts on weekends.' },
  'post /api/compliance/rules/{id}/activate': { draftRevision: 3 },
  'post /api/compliance/rules/{id}/pause': { reason: 'It alerts on a promotion.' },
  'post /api/compliance/rules/{id}/retire': { reason: 'Replaced by another rule.' },
  'post /api/compliance/cases/{id}/review': { note: 'Family support, documents seen.', outcome: 'cleared' },
  'post /api/compliance/cases/{id}/assign': { assignee: CARD_ID },
  'post /api/compliance/cases/{id}/snooze': {
    until: '2026-12-01T12:00:00.000Z',
    reason: 'We wait for the bank.',
  },
  'post /api/compliance/cases/{id}/notes': { text: 'The sender answered by phone.' },
  'post /api/compliance/cases/{id}/propose': {
    outcome: 'suspicious',
    reason: 'The same handle in four accounts.',
    pause: true,
    seen: '42',
  },
  'post /api/compliance/cases/{id}/approve': { seen: '42' },
  'post /api/compliance/cases/{id}/return': { reason: 'Ask the sender first.' },
  'post /api/compliance/cases/{id}/reopen': { reason: 'New facts.' },
  'post /api/compliance/cases/{id}/report': {
    reference: 'BSA-31000123',
    filedAt: '2026-12-01T12:00:00.000Z',
  },
  'post /api/compliance/verifications/{requestId}/revoke': { reason: 'The document was reported stolen.' },
  'post /api/compliance/cases/{id}/hold': HOLD,
  'post /api/compliance/cases/{id}/release': { ...HOLD, note: 'The sender confirmed it.' },
  ...Object.fromEntries(
    ['pause', 'resume', 'suspend', 'reinstate', 'place-legal-hold', 'lift-legal-hold'].map((judgment) => [
      `post /api/compliance/senders/{uid}/${judgment}`,
      { reason: 'The account may be used by somebody else.' },
    ]),
  ),
  'post /api/compliance/reveal': { subject: CARD_ID, field: 'email', reason: 'support:S-1182' },
  [`post ${TASK}/delivered`]: { reference: 'ZELLE-48151623' },
  [`post ${TASK}/failed`]: { reason: 'wrong_handle', words: 'This account cannot receive payments.' },
  [`post ${TASK}/confirm`]: { kind: 'second_person', outcome: 'delivered', reference: 'ZELLE-48151623' },
  [`post ${TASK}/refunded`]: { way: 'check', reference: 'CHECK-2048' },
  [`post ${TASK}/close`]: {
    about: 'refund',
    found: 're_3QKa completed',
    reason: 'Seen at the processor.',
  },
  [`post ${STRAY}/refund`]: { reason: 'No transfer belongs to it.' },
  [`post ${STRAY}/confirm`]: { amount: '126.90', reason: 'Refunded at the processor.' },
  [`post ${STRAY}/close`]: { reason: 'It belongs to a transfer that is recorded now.' },
};
