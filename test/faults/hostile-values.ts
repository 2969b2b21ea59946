import type { Field, Request } from './hostile-request.js';
import { backtestRequests, ruleRequests, ruleText } from './hostile-rules.js';
import {
  ofText,
  long,
  code,
  recoveryCode,
  name,
  fullName,
  email,
  newPassword,
  password,
  token,
} from './hostile-account-fields.js';
import { noPositions, notText, unseen, oddNumbers } from './hostile-texts.js';

const isNoFlag = (json: string) => json !== 'true' && json !== 'false';
const flag: Field = { valid: 'true', hostile: [...notText, '"true"', '"1"', '1'].filter(isNoFlag) };
const agreed: Field = { valid: 'true', hostile: [...flag.hostile, 'false'] };
const choice = (valid: string) =>
  ofText(valid, ['', 'x', `${valid} `, ` ${valid}`, valid.toUpperCase().concat('X'), '__proto__', ...unseen]);
const amountTexts = [...oddNumbers, '1000000', '999999.999'];
const amount = ofText('20.00', amountTexts);
const total = ofText('21.90', [...oddNumbers, '10000000']);
const handle = ofText('mayaokafor', [
  ...['', '$', '  ', long(255), long(21), '1234567', '+44 20 7946 0958', '٢٠٢٥٥٥٠١٤٢', 'maya okafor', 'máya'],
  ...['../x', "x' or '1'='1", '<img>', '\u202eayam', 'ma\u0000ya', 'ma\ud800ya', 'ma\u2028ya', 'ma\nya'],
]);
/** A field in which null means none. */
const nullable = (field: Field): Field => ({
  ...field,
  hostile: field.hostile.filter((value) => value !== 'null'),
});
const displayName = nullable(ofText('Maya', [long(81), ...unseen]));
const cardId = ofText('card_1', ['', long(65), 'card 1', '../card', 'cárd', ...unseen]);
const caseTransfer = ofText('00000000-0000-4000-8000-000000000000', [
  ...['', 'x', '0', 'null', '00000000-0000-4000-8000-00000000000', long(199), ...unseen],
]);
const holdNote = ofText('We wait for the bank.', ['', '   ', long(501), ...unseen]);
const reviewNote = ofText('Rent split among roommates.', ['', '   ', long(2_001), ...unseen]);

/** Query, path and header values are plain strings. */
const asText = (valid: string, hostile: readonly string[]): Field => ({ valid, hostile });
const reasons = [
  ...['', 'support', 'support:', ':S-1182', 'case:S-1182', 'case:', 'curiosity:1', 'support:a b', 'Audit:1'],
  ...[`support:${long(61)}`, 'audit:é', 'support:1\n', 'support:1,audit:2', ...unseen],
];
const optOut = asText(`00000000-0000-4000-8000-000000000000.${long(43)}`, [
  '',
  long(80),
  long(43),
  `00000000-0000-4000-8000-000000000000.${long(42)}`,
  `00000000-0000-4000-8000-000000000000.${long(43)}\n`,
  `00000000-0000-4000-8000-000000000000.${long(43)}x`,
  '../secrets',
  ...unseen,
]);
const limit = (tooMany: string) => asText('5', ['0', tooMany, ...oddNumbers, '[object Object]', ...unseen]);
const cursor = asText('', [
  'x',
  'null',
  '{}',
  '"',
  '-1',
  long(1_001),
  ...unseen,
  btoa('["a"]'),
  "' or 1=1 --",
]);
const choiceText = (valid: string) => asText(valid, ['', 'x', `${valid} `, '__proto__', 'null', ...unseen]);
const search = asText('maya', [
  ...[long(81), '%', '%zz', '%ED%A0%80', '%00'],
  // A lone surrogate has no percent-encoding of UTF-8.
  ...unseen.filter((odd) => !/\p{Cs}/u.test(odd)).map(encodeURIComponent),
]);
const instant = asText('2026-01-31', [
  ...[
    '',
    'x',
    '2026',
    '2026-02-30',
    '2026-13-01',
    '31.01.2026',
    '２０２６-01-31',
    '2026-01-31T25:00:00Z',
    '0',
  ],
  ...['2026-01-31T12:00:00', '2026-01-31T12:00:00.000+99:00', '+002026-01-31', '2026-01-31\u200b', '1e21'],
]);
const uuid = asText('', [
  ...['x', '0', 'null', '%2e%2e', '1 or 1=1', '{}', '[object Object]', '__proto__', 'constructor', '*'],
  ...['00000000-0000-4000-8000-00000000000', '00000000-0000-4000-8000-00000000000g', long(199), ...unseen],
]);
const caseUuid = { ...uuid, valid: '00000000-0000-4000-8000-000000000000' };
const utcInstant = { ...instant, valid: '2026-01-31T00:00:00.000Z' };
const filedAt = ofText('2026-01-31T00:00:00.000Z', ['', 'x', '2026-01-31', '2026-02-30T00:00:00.000Z']);
const seen = ofText('1', ['', long(65)]);
const searched = ofText('2d9d3f6a', ['', '   ', long(255), ...unseen]);
const pastedPosition = asText('187512', noPositions);
const then = { instant: utcInstant, position: pastedPosition, basis: choiceText('happened') };
const replayQuery = {
  reason: asText('support:S-1182', reasons),
  caseId: { ...uuid, valid: '00000000-0000-4000-8000-000000000000' },
};
const caseFile = { lang: choiceText('es'), at: asText('1', ['', long(65)]) };
const auditFilter = {
  person: asText(caseUuid.valid, ['', 'x', 'operator:', `operator:${long(81)}`, 'operator:a\nb']),
  subject: asText('C-5a7c1f', ['', 'C-', 'C-5a7c1', 'c-5a7c1f', '5a7c1f', long(200)]),
  action: asText('NoteAdded', ['', ' ', 'Note Added', long(61), '__proto__', ...unseen]),
  from: utcInstant,
  to: utcInstant,
};
const key = asText('0123456789abcdef', [
  ...[
    '',
    'short',
    long(129),
    'with spaces in the key',
    'ключ-ключ-ключ-ключ',
    '0123456789abcde;',
    '{}',
    'null',
  ],
  ...['0123456789abcdeé', '../../../../etc/passwd', '0123456789abcdef, 0123456789abcdef'],
]);

const filter = {
  platform: choiceText('Venmo'),
  status: choiceText('processing'),
  from: instant,
  to: instant,
};
const searching = { 'X-Flip-Search': search };
const note = ofText('Dinner', [long(141), ...unseen]);
const cardToken = ofText('pm_1QK9wZ8x2M', ['', 'pm_', long(65), 'pm 1', '../pm_1', ...unseen]);
const card = { cardId, cardToken: cardId, saveCard: flag };
const deskReference = ofText('ZL-48213', ['', '   ', long(501), ...unseen]);
/** Numbers of reported problems. */
const problemNumbers: Field = {
  valid: '["P-2D9D3F6A-1C04F2"]',
  hostile: ['null', '0', '{}', '[]', '[null]', '[0]', '[["x"]]', '[{"$gt":""}]', `["${long(61)}"]`],
};
const problem = ofText('Nothing has arrived.', ['', '   ', long(501), ...unseen]);
const recipient = { name, platform: choice('Cash App'), handle };
const draft = { recipient: name, platform: choice('Cash App'), handle, amount, note };

/** Every documented request by its route. The suite fails when a route or field is missing here or in the OpenAPI document. */
export const requests: Readonly<Record<string, Request>> = {
  'POST /api/auth/sign-up': {
    body: {
      firstName: name,
      lastName: name,
      email,
      password: newPassword,
      acceptTerms: agreed,
      locale: choice('es'),
    },
  },
  'POST /api/auth/sign-in': { body: { email, password } },
  'POST /api/auth/second-factor': { body: { code, recoveryCode } },
  'GET /api/second-factor': {},
  'POST /api/second-factor': {},
  'DELETE /api/second-factor': {},
  'POST /api/second-factor/confirm': { body: { code } },
  'POST /api/second-factor/recovery-codes': {},
  'POST /api/second-factor/step-up': { body: { code, recoveryCode, password } },
  'POST /api/auth/sign-out': {},
  'POST /api/auth/refresh': {},
  'POST /api/auth/forgot': { body: { email } },
  'POST /api/auth/reset': { body: { token, password: newPassword } },
  'POST /api/auth/reset/check': { body: { token } },
  'POST /api/auth/password': { body: { current: password, password: newPassword } },
  'POST /api/auth/confirm': { body: { token } },
  'POST /api/auth/confirm/resend': {},
  'GET /api/auth/link': {},
  'POST /api/auth/link': { body: { password } },
  'GET /api/auth/{provider}/start': {
    path: { provider: uuid },
    query: {
      popup: choiceText('true'),
      acceptTerms: choiceText('true'),
      locale: choiceText('es'),
      page: choiceText('/signup'),
      returnTo: asText('/profile', [long(501)]),
    },
  },
  'GET /api/auth/{provider}/callback': { path: { provider: uuid } },
  'POST /api/auth/{provider}/link': {
    body: { password, locale: choice('es') },
    path: { provider: uuid },
  },
  'POST /api/auth/{provider}/unlink': { body: { password }, path: { provider: uuid } },
  'POST /api/auth/{provider}/callback': { path: { provider: uuid } },
  'GET /api/sessions': {},
  'DELETE /api/sessions': {},
  'DELETE /api/sessions/{id}': { path: { id: uuid } },
  'GET /api/me': {},
  'GET /api/config': {},
  'POST /api/transfers': { body: { ...draft, total, ...card }, headers: { 'Idempotency-Key': key } },
  'POST /api/transfers/check': { body: draft, headers: { 'Idempotency-Key': key } },
  'GET /api/transfers': { query: { ...filter, limit: limit('201'), cursor }, headers: searching },
  'GET /api/transfers.csv': {
    query: { ...filter, tz: choiceText('America/Chicago') },
    headers: searching,
  },
  'GET /api/transfers/total': { query: filter, headers: searching },
  'GET /api/transfers/{id}': { path: { id: uuid } },
  'GET /api/transfers/{id}/timeline': { path: { id: uuid } },
  'GET /api/transfers/{id}/receipt': { path: { id: uuid } },
  'GET /api/transfers/{id}/receipt.pdf': { path: { id: uuid }, query: { lang: choiceText('es') } },
  'POST /api/transfers/{id}/share': { path: { id: uuid } },
  'DELETE /api/transfers/{id}/share': { path: { id: uuid } },
  'GET /api/shared/{token}': { path: { token: uuid } },
  'GET /api/receipts/{code}': { path: { code: uuid } },
  'GET /api/statements': {},
  'GET /api/statements/{month}/transfers': { path: { month: uuid } },
  'GET /api/statements/{file}': { path: { file: uuid }, query: { lang: choiceText('es') } },
  'POST /api/transfers/{id}/payment': {
    body: card,
    path: { id: uuid },
    headers: { 'Idempotency-Key': key },
  },
  'POST /api/transfers/{id}/payment/abandon': { path: { id: uuid } },
  'POST /api/transfers/{id}/cancel': { path: { id: uuid } },
  'POST /api/transfers/{id}/problem': {
    body: { text: problem },
    path: { id: uuid },
    headers: { 'Idempotency-Key': key },
  },
  'GET /api/cards': {},
  'POST /api/cards': { body: { token: cardToken } },
  'PATCH /api/cards/{id}': { body: { isDefault: agreed }, path: { id: uuid } },
  'DELETE /api/cards/{id}': { path: { id: uuid } },
  'POST /api/cards/{id}/restore': { path: { id: uuid } },
  'GET /api/allowance': {},
  'GET /api/events': { query: { after: asText('a-token', [long(201)]) } },
  'GET /api/fees': { query: { amount: asText('20.00', amountTexts) } },
  'GET /api/fees/schedule': {},
  'GET /api/preferences': {},
  'PATCH /api/preferences': {
    body: {
      ...{ emailOptIn: flag, emailDelivered: flag, emailIdentity: flag, emailReminders: flag },
      displayName,
      locale: choice('es'),
    },
  },
  'GET /api/mail/unsubscribe': { query: { token: optOut } },
  'POST /api/mail/unsubscribe': { query: { token: optOut } },
  'GET /api/recipients': {},
  'POST /api/recipients': { body: { ...recipient, confirmSimilar: flag } },
  'PATCH /api/recipients/{id}': { body: { ...recipient, confirmSimilar: flag }, path: { id: uuid } },
  'DELETE /api/recipients/{id}': { path: { id: uuid } },
  'GET /api/verification': {},
  'POST /api/verification': { body: { consent: flag, fullName } },
  'POST /api/verification/refresh': {},
  'POST /api/webhooks/persona': {},
  'POST /api/webhooks/stripe': {},
  'POST /api/webhooks/paypal': {},
  'GET /api/compliance/ledger': { query: { days: limit('32') } },
  'GET /api/compliance/cases': {
    query: {
      ...{ status: choiceText('open'), reviewed: choiceText('true'), rule: ruleText },
      ...{ assignee: caseUuid, from: utcInstant, to: utcInstant, sort: choiceText('due') },
      ...{ minAtRisk: asText('200.00', oddNumbers), limit: limit('101'), cursor },
      number: asText('C-5a7c1f', ['', 'C-', 'C-5a7c1', long(65)]),
    },
  },
  'GET /api/compliance/case-counts': {},
  'GET /api/compliance/case-assignees': {},
  'GET /api/compliance/audit': { query: { ...auditFilter, limit: limit('101'), cursor } },
  'GET /api/compliance/audit-counts': { query: auditFilter },
  'GET /api/compliance/audit-people': {},
  'GET /api/compliance/audit.jsonl': { query: auditFilter },
  'GET /api/compliance/audit.csv': { query: auditFilter },
  'GET /api/compliance/cases/{id}/file.json': { path: { id: uuid }, query: caseFile },
  'GET /api/compliance/cases/{id}/file.pdf': { path: { id: uuid }, query: caseFile },
  'GET /api/compliance/cases/{id}': { path: { id: uuid }, query: { at: asText('1', ['', long(65)]) } },
  'GET /api/compliance/cases/{id}/same-handle': {
    path: { id: uuid },
    query: { at: asText('1', ['', long(65)]) },
  },
  ...Object.fromEntries(
    Object.entries({
      assign: {
        assignee: nullable(ofText('00000000-0000-4000-8000-000000000000', ['', 'x', long(199), ...unseen])),
      },
      snooze: { reason: reviewNote, until: filedAt },
      notes: { text: reviewNote },
      propose: { outcome: choice('cleared'), reason: reviewNote, pause: flag, seen },
      approve: { seen },
      return: { reason: reviewNote },
      reopen: { reason: reviewNote },
      report: { reference: ofText('BSA-1', ['', '   ', long(101), ...unseen]), filedAt },
    }).map(([name, body]) => [`POST /api/compliance/cases/{id}/${name}`, { body, path: { id: uuid } }]),
  ),
  ...ruleRequests(holdNote),
  ...backtestRequests(uuid),
  'POST /api/compliance/cases/{id}/review': {
    body: { outcome: choice('cleared'), note: reviewNote },
    path: { id: uuid },
  },
  'POST /api/compliance/cases/{id}/hold': {
    body: { transferId: caseTransfer, note: holdNote },
    path: { id: uuid },
  },
  'POST /api/compliance/cases/{id}/release': {
    body: { transferId: caseTransfer, note: holdNote },
    path: { id: uuid },
  },
  'GET /api/compliance/overview': { query: { days: choiceText('30') } },
  'GET /api/compliance/verifications': {
    query: { status: choiceText('stuck'), limit: limit('101'), cursor },
  },
  'GET /api/compliance/verification-counts': {},
  'GET /api/compliance/verifications/{requestId}': { path: { requestId: uuid } },
  'POST /api/compliance/verifications/{requestId}/revoke': {
    body: { reason: reviewNote },
    path: { requestId: uuid },
  },
  'GET /api/compliance/payouts': {
    query: {
      state: choiceText('open'),
      platform: choiceText('Zelle'),
      q: asText('P-2D9D3F6A-1C04F2', ['', '   ', long(61), ...unseen]),
    },
  },
  'GET /api/compliance/payouts/{transferId}': { path: { transferId: uuid } },
  'POST /api/compliance/payouts/{transferId}/claim': { path: { transferId: uuid } },
  'POST /api/compliance/payouts/{transferId}/delivered': {
    body: { reference: deskReference },
    path: { transferId: uuid },
  },
  'POST /api/compliance/payouts/{transferId}/failed': {
    body: { reason: choice('wrong_handle'), words: note },
    path: { transferId: uuid },
  },
  'POST /api/compliance/payouts/{transferId}/confirm': {
    body: {
      kind: choice('refund'),
      outcome: choice('failed'),
      reference: deskReference,
      reason: choice('wrong_handle'),
      words: note,
      way: choice('check'),
      answer: ofText('The platform found it.', ['', '   ', long(501), ...unseen]),
      problems: problemNumbers,
    },
    path: { transferId: uuid },
  },
  'POST /api/compliance/payouts/{transferId}/close': {
    body: {
      about: choice('payment'),
      found: ofText('re_3QKa completed', ['', '   ', long(1_001), ...unseen]),
      reason: deskReference,
    },
    path: { transferId: uuid },
  },
  'POST /api/compliance/payouts/{transferId}/give-back': { path: { transferId: uuid } },
  'POST /api/compliance/payouts/{transferId}/refunded': {
    body: { way: choice('check'), reference: deskReference },
    path: { transferId: uuid },
  },
  'POST /api/compliance/payouts/{transferId}/release': { path: { transferId: uuid } },
  'POST /api/compliance/payouts/{transferId}/reveal': { path: { transferId: uuid } },
  'GET /api/compliance/strays': {},
  'POST /api/compliance/strays/{paymentRef}/refund': {
    body: { reason: deskReference },
    path: { paymentRef: uuid },
  },
  'POST /api/compliance/strays/{paymentRef}/confirm': {
    body: { amount: total, reason: ofText('Not paid out.', [long(501), ...unseen]) },
    path: { paymentRef: uuid },
  },
  'POST /api/compliance/strays/{paymentRef}/close': {
    body: { reason: deskReference },
    path: { paymentRef: uuid },
  },
  'GET /api/compliance/senders/{uid}/replay': { path: { uid: uuid }, query: replayQuery },
  'GET /api/compliance/senders/{uid}/at': {
    path: { uid: uuid },
    query: { ...then, reason: replayQuery.reason },
  },
  'GET /api/compliance/transfers/{id}/replay': { path: { id: uuid }, query: replayQuery },
  'GET /api/compliance/senders/{uid}': { path: { uid: uuid } },
  ...Object.fromEntries(
    ['pause', 'resume', 'suspend', 'reinstate'].map((judgment) => [
      `POST /api/compliance/senders/{uid}/${judgment}`,
      { body: { reason: reviewNote }, path: { uid: uuid } },
    ]),
  ),
  'POST /api/compliance/reveal': {
    body: { subject: caseTransfer, field: choice('email'), reason: ofText('support:S-1182', reasons) },
  },
  'POST /api/compliance/find': {
    body: { by: choice('uid'), value: searched, reason: ofText('support:S-1182', reasons) },
  },
};
