import { randomUUID } from 'node:crypto';
import type { ATTEMPT_BUDGETS } from '../../api/src/features/accounts/passwords/attempt-budgets.js';
import { type Browser, type Credentials, enteredCard } from '../support/browser.js';
import type { Caller, Fate, GrownInstallation } from '../support/grown-installation.js';
import { sampleDraft } from '../support/sample-send.js';

/** What the rows may use. */
export interface Calls {
  readonly grown: GrownInstallation;
  readonly simulatorUrl: string;
  /** Of a person who signed up. */
  readonly credentials: Credentials;
  /** A case that no row has changed. */
  readonly next: (fate: Fate) => string;
  /** A verified check that no row has changed: each can be revoked once. */
  readonly nextCheck: () => string;
  readonly as: (caller: Caller | 'nobody') => Browser;
}

/** What a valid request has besides the example of its body and its required parameters. */
interface Valid {
  /** In the path. */
  readonly id?: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** How a route is called, and what else is known of its cost. */
export interface Row {
  readonly of?: (calls: Calls, browser: Browser) => Valid | Promise<Valid>;
  /** The status of its refusal, where only a provider, a mail or another state has what it accepts. */
  readonly refused?: number;
  /** Why it may cost more, and how many times as much as reading one's own account. */
  readonly exception?: Exception;
  /** Why it is not called. */
  readonly skipped?: string;
}

interface Exception {
  readonly reason: string;
  readonly atMost: number;
  /** The budget that limits it; without one, the route's own limit does (`LimitedTo`). */
  readonly budget?: keyof typeof ATTEMPT_BUDGETS;
}

const EXCEPT = {
  signUp: { reason: 'it starts the thread that rates passwords', atMost: 60, budget: 'signUpAddress' },
  signIn: { reason: 'it compares a hash, off the thread', atMost: 25, budget: 'signInAddress' },
  password: { reason: 'it compares a hash, off the thread', atMost: 25, budget: 'passwordAccount' },
  documents: { reason: 'it reads all that the document names', atMost: 300 },
  exports: { reason: 'it writes everything, a page at a time', atMost: 100 },
  send: { reason: 'it is recorded, judged by every rule and shown', atMost: 60 },
  sums: { reason: 'it adds up a whole history', atMost: 50 },
  case: { reason: 'it reads all cases of the sender', atMost: 300 },
  replay: { reason: 'it folds a whole history, and shows a page', atMost: 400 },
  page: { reason: 'it folds a whole history, and finds who else used the same', atMost: 750 },
  past: { reason: 'it folds a whole history, by two clocks', atMost: 1_500 },
  backtest: { reason: 'it replays months of attempts in slices', atMost: 60 },
} as const satisfies Readonly<Record<string, Exception>>;

const plain: Row = {};
const newest = ({ transfers }: GrownInstallation): string => transfers.at(-1) ?? '';
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
/** With transfers, as its year. */
const month = inDays(-100).slice(0, 7);

const ofTransfer: Row = { of: ({ grown }) => ({ id: newest(grown) }) };
const ofSender: Row = { of: ({ grown }) => ({ id: grown.uids.sender }) };
/** After the judgment that undoes it: a hold is placed once and lifted once. */
const ofSenderAfter = (undoing: string): Row => ({
  of: async ({ grown }, browser) => {
    const id = grown.uids.sender;
    await browser.post(`/api/compliance/senders/${id}/${undoing}`, { reason: 'Not under review' });
    return { id };
  },
});
const ofCase = (fate: Fate): Row => ({ of: ({ next }) => ({ id: next(fate) }) });
/** As its reader saw it. */
const seenCase = (fate: Fate): Row => ({
  of: async ({ next }, browser) => {
    const id = next(fate);
    const { body } = await browser.get<{ position: string }>(`/api/compliance/cases/${id}`);
    return { id, body: { seen: body.position } };
  },
});

const newRecipient = () => ({
  name: 'Bo Li',
  platform: 'PayPal',
  handle: `${randomUUID()}@people.example`,
});

async function savedRecipient(browser: Browser): Promise<{ readonly id: string }> {
  return (await browser.post<{ id: string }>('/api/recipients', newRecipient())).body;
}

async function savedCard(browser: Browser): Promise<{ readonly id: string }> {
  return { id: (await browser.saveCard<{ id: string }>()).body.id };
}

async function removedCard(_: Calls, browser: Browser): Promise<{ readonly id: string }> {
  const { id } = await savedCard(browser);
  await browser.request('DELETE', `/api/cards/${id}`);
  return { id };
}

async function newTransfer({ simulatorUrl }: Calls, browser: Browser): Promise<Valid> {
  const draft = sampleDraft();
  const { body: quote } = await browser.get<{ fees: { total: string } }>(`/api/fees?amount=${draft.amount}`);
  const cardToken = await enteredCard(simulatorUrl);
  return { body: { ...draft, total: quote.fees.total, cardToken, cardId: undefined } };
}

async function sharedToken(browser: Browser, transferId: string): Promise<string> {
  const { body } = await browser.post<{ url: string }>(`/api/transfers/${transferId}/share`);
  return new URL(body.url).pathname.split('/').at(-1) ?? '';
}

async function receiptCode(browser: Browser, transferId: string): Promise<string> {
  return (await browser.get<{ code: string }>(`/api/transfers/${transferId}/receipt`)).body.code;
}

/** Every route of the API, once: a new one fails accepted-cost.spec.ts until it has a row. */
export const COSTS: Readonly<Record<string, Row>> = {
  'POST /api/auth/sign-up': {
    of: () => ({ body: { email: `${randomUUID()}@people.example` } }),
    exception: EXCEPT.signUp,
  },
  'POST /api/auth/sign-in': {
    of: ({ credentials }) => ({ body: { ...credentials } }),
    exception: EXCEPT.signIn,
  },
  'POST /api/auth/second-factor': { refused: 401 },
  'POST /api/auth/sign-out': plain,
  'POST /api/auth/forgot': {
    of: ({ credentials: { email } }) => ({ body: { email } }),
  },
  'POST /api/auth/reset': { refused: 422 },
  'POST /api/auth/email/confirm': { refused: 422 },
  'POST /api/auth/email/undo': { refused: 422 },
  'POST /api/auth/reset/check': { refused: 422 },
  'GET /api/auth/link': { refused: 422 },
  'POST /api/auth/link': { refused: 422 },
  'GET /api/auth/{provider}/start': { of: () => ({ id: 'google' }) },
  'GET /api/auth/{provider}/callback': { of: () => ({ id: 'google' }) },
  'POST /api/auth/{provider}/callback': { of: () => ({ id: 'google' }), refused: 404 },
  'GET /api/config': plain,
  'GET /api/fees': plain,
  'GET /api/fees/schedule': plain,
  'GET /api/shared/{token}': {
    of: async ({ as, grown }) => ({ id: await sharedToken(as('sender'), newest(grown)) }),
  },
  'GET /api/receipts/{code}': {
    of: async ({ as, grown }) => ({ id: await receiptCode(as('sender'), newest(grown)) }),
  },
  'GET /api/mail/unsubscribe': { refused: 422 },
  'POST /api/mail/unsubscribe': { refused: 422 },
  'POST /api/csp-reports': plain,
  'POST /api/webhooks/persona': { refused: 401 },
  'POST /api/webhooks/stripe': { refused: 401 },
  'POST /api/webhooks/paypal': { refused: 401 },
  'POST /api/auth/refresh': { refused: 401 },
  'POST /api/auth/password': { refused: 422, exception: EXCEPT.password },
  'POST /api/auth/confirm': { refused: 422 },
  'POST /api/auth/second-factor/undo': { refused: 422 },
  'POST /api/auth/confirm/resend': plain,
  'POST /api/auth/{provider}/link': { of: () => ({ id: 'google' }), refused: 422 },
  'POST /api/auth/{provider}/unlink': { of: () => ({ id: 'google' }), refused: 404 },
  'GET /api/second-factor': plain,
  'POST /api/second-factor': { refused: 401 },
  'DELETE /api/second-factor': { refused: 409 },
  'POST /api/second-factor/confirm': { refused: 401 },
  'POST /api/second-factor/recovery-codes': { refused: 409 },
  'POST /api/second-factor/step-up': { refused: 422 },
  'GET /api/sessions': plain,
  'DELETE /api/sessions': { skipped: 'it ends the session of every other row' },
  'DELETE /api/sessions/{id}': { refused: 404 },
  'GET /api/me': plain,
  'GET /api/me/close': plain,
  'POST /api/me/close': { skipped: 'it closes the account of every other row' },
  'GET /api/me/export': plain,
  'POST /api/me/export': plain,
  'GET /api/me/export.zip': { skipped: 'a thread writes two thousand receipts; three requests a day' },
  'GET /api/me/email': plain,
  'POST /api/me/email': { of: () => ({ body: { email: `${randomUUID()}@people.example` } }) },
  'DELETE /api/me/email': plain,
  'POST /api/me/name': { refused: 409 },
  'GET /api/events': { skipped: 'a stream that stays open' },
  'GET /api/preferences': plain,
  'PATCH /api/preferences': plain,
  'GET /api/verification': plain,
  'POST /api/verification': { refused: 409 },
  'POST /api/verification/name': { refused: 409 },
  'POST /api/verification/refresh': plain,
  'GET /api/allowance': plain,
  'GET /api/recipients': plain,
  'POST /api/recipients': { of: () => ({ body: newRecipient() }) },
  'PATCH /api/recipients/{id}': {
    of: async (_, browser) => ({ ...(await savedRecipient(browser)), body: newRecipient() }),
  },
  'DELETE /api/recipients/{id}': { of: (_, browser) => savedRecipient(browser) },
  'GET /api/cards': plain,
  'POST /api/cards': {
    of: async ({ simulatorUrl }) => ({ body: { token: await enteredCard(simulatorUrl) } }),
  },
  'PATCH /api/cards/{id}': { of: (_, browser) => savedCard(browser) },
  'DELETE /api/cards/{id}': { of: (_, browser) => savedCard(browser) },
  'POST /api/cards/{id}/restore': { of: removedCard },
  'GET /api/statements': { exception: EXCEPT.sums },
  'GET /api/statements/{month}/transfers': {
    of: () => ({ id: month }),
    exception: EXCEPT.sums,
  },
  'GET /api/statements/{file}': {
    of: () => ({ id: `${month.slice(0, 4)}.pdf` }),
    exception: EXCEPT.documents,
  },
  'GET /api/transfers': plain,
  'POST /api/transfers': { of: newTransfer, exception: EXCEPT.send },
  'POST /api/transfers/check': plain,
  'GET /api/transfers.csv': { exception: EXCEPT.exports },
  'GET /api/transfers/total': { exception: EXCEPT.sums },
  'GET /api/transfers/{id}': ofTransfer,
  'GET /api/transfers/{id}/timeline': ofTransfer,
  'GET /api/transfers/{id}/receipt': ofTransfer,
  'GET /api/transfers/{id}/receipt.pdf': ofTransfer,
  'POST /api/transfers/{id}/share': ofTransfer,
  'DELETE /api/transfers/{id}/share': ofTransfer,
  'GET /api/shares': plain,
  'DELETE /api/shares': plain,
  'POST /api/transfers/{id}/payment': { ...ofTransfer, refused: 422 },
  'POST /api/transfers/{id}/payment/abandon': { ...ofTransfer, refused: 409 },
  'POST /api/transfers/{id}/cancel': { ...ofTransfer, refused: 409 },
  'POST /api/transfers/{id}/problem': { ...ofTransfer, refused: 409 },
  'GET /api/compliance/cases': plain,
  'GET /api/compliance/case-counts': plain,
  'GET /api/compliance/case-assignees': plain,
  'GET /api/compliance/cases/{id}': { ...ofCase('open'), exception: EXCEPT.case },
  'GET /api/compliance/cases/{id}/same-handle': ofCase('open'),
  'GET /api/compliance/cases/{id}/file.json': { ...ofCase('open'), exception: EXCEPT.documents },
  'GET /api/compliance/cases/{id}/file.pdf': { ...ofCase('open'), exception: EXCEPT.documents },
  'GET /api/compliance/audit': plain,
  'GET /api/compliance/audit-counts': plain,
  'GET /api/compliance/audit-people': plain,
  'GET /api/compliance/audit.jsonl': { exception: EXCEPT.exports },
  'GET /api/compliance/audit.csv': { exception: EXCEPT.exports },
  'POST /api/compliance/cases/{id}/assign': {
    of: ({ grown, next }) => ({ id: next('open'), body: { assignee: grown.uids.analyst } }),
  },
  'POST /api/compliance/cases/{id}/snooze': {
    of: ({ next }) => ({ id: next('open'), body: { until: inDays(2) } }),
  },
  'POST /api/compliance/cases/{id}/notes': ofCase('open'),
  'POST /api/compliance/cases/{id}/propose': seenCase('open'),
  'POST /api/compliance/cases/{id}/approve': seenCase('proposed'),
  'POST /api/compliance/cases/{id}/return': ofCase('proposed'),
  'POST /api/compliance/cases/{id}/review': ofCase('open'),
  'POST /api/compliance/cases/{id}/reopen': ofCase('cleared'),
  'POST /api/compliance/cases/{id}/report': {
    of: ({ next }) => ({ id: next('suspicious'), body: { filedAt: inDays(-1) } }),
  },
  'POST /api/compliance/cases/{id}/hold': {
    of: ({ grown, next }) => ({ id: next('open'), body: { transferId: newest(grown) } }),
    refused: 404,
  },
  'POST /api/compliance/cases/{id}/release': {
    of: ({ grown, next }) => ({ id: next('open'), body: { transferId: newest(grown) } }),
    refused: 404,
  },
  'GET /api/compliance/rules': plain,
  'GET /api/compliance/rules/{id}': { of: () => ({ id: 'velocity' }) },
  'POST /api/compliance/backtests': { refused: 409, exception: EXCEPT.backtest },
  'GET /api/compliance/backtests/{id}': { refused: 404 },
  'GET /api/compliance/backtests/{id}/alerts/{transferId}': { refused: 404 },
  'DELETE /api/compliance/backtests/{id}': { refused: 404 },
  'POST /api/compliance/rules/{id}/draft': { of: () => ({ id: 'velocity' }) },
  'POST /api/compliance/rules/{id}/draft/discard': { of: () => ({ id: 'velocity' }), refused: 409 },
  'POST /api/compliance/rules/{id}/draft/return': { of: () => ({ id: 'velocity' }), refused: 409 },
  'POST /api/compliance/rules/{id}/activate': { of: () => ({ id: 'velocity' }), refused: 409 },
  'POST /api/compliance/rules/{id}/pause': { of: () => ({ id: 'velocity' }), refused: 409 },
  'POST /api/compliance/rules/{id}/retire': { of: () => ({ id: 'velocity' }), refused: 409 },
  'GET /api/compliance/overview': plain,
  'GET /api/compliance/verifications': plain,
  'GET /api/compliance/verification-counts': plain,
  'GET /api/compliance/verifications/{requestId}': { of: ({ grown }) => ({ id: grown.checks[0] }) },
  'POST /api/compliance/verifications/{requestId}/revoke': { of: ({ nextCheck }) => ({ id: nextCheck() }) },
  'POST /api/compliance/find': {
    of: ({ grown }) => ({ body: { value: `${grown.uids.sender}@people.example` } }),
  },
  'POST /api/compliance/reveal': { of: ({ grown }) => ({ body: { subject: grown.uids.sender } }) },
  'GET /api/compliance/senders/{uid}': ofSender,
  'POST /api/compliance/senders/{uid}/pause': ofSender,
  'POST /api/compliance/senders/{uid}/resume': ofSender,
  'POST /api/compliance/senders/{uid}/suspend': ofSender,
  'POST /api/compliance/senders/{uid}/reinstate': ofSender,
  'POST /api/compliance/senders/{uid}/place-legal-hold': ofSenderAfter('lift-legal-hold'),
  'POST /api/compliance/senders/{uid}/lift-legal-hold': ofSenderAfter('place-legal-hold'),
  'GET /api/compliance/senders/{uid}/activity': { ...ofSender, exception: EXCEPT.page },
  'GET /api/compliance/senders/{uid}/replay': { ...ofSender, exception: EXCEPT.replay },
  'GET /api/compliance/senders/{uid}/at': { ...ofSender, exception: EXCEPT.past },
  'GET /api/compliance/transfers/{id}/replay': { ...ofTransfer, exception: EXCEPT.replay },
  'GET /api/compliance/ledger': plain,
  'GET /api/compliance/payouts': plain,
  'GET /api/compliance/payouts/{transferId}': ofTransfer,
  'POST /api/compliance/payouts/{transferId}/claim': { ...ofTransfer, refused: 409 },
  'POST /api/compliance/payouts/{transferId}/delivered': { ...ofTransfer, refused: 409 },
  'POST /api/compliance/payouts/{transferId}/failed': { ...ofTransfer, refused: 409 },
  'POST /api/compliance/payouts/{transferId}/confirm': { ...ofTransfer, refused: 409 },
  'POST /api/compliance/payouts/{transferId}/close': { ...ofTransfer, refused: 409 },
  'POST /api/compliance/payouts/{transferId}/give-back': { ...ofTransfer, refused: 409 },
  'POST /api/compliance/payouts/{transferId}/refunded': { ...ofTransfer, refused: 409 },
  'POST /api/compliance/payouts/{transferId}/release': { ...ofTransfer, refused: 409 },
  'POST /api/compliance/payouts/{transferId}/reveal': { ...ofTransfer, refused: 409 },
  'GET /api/compliance/strays': plain,
  'POST /api/compliance/strays/{paymentRef}/refund': { refused: 404 },
  'POST /api/compliance/strays/{paymentRef}/confirm': { refused: 404 },
  'POST /api/compliance/strays/{paymentRef}/close': { refused: 404 },
};
