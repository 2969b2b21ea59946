import {
  HISTORY_ROLES,
  REVIEW_ROLES,
  STAFF_ROLES,
  type StaffRole,
} from '../../api/src/kernel/people/accounts.js';

/** What a path or a body names: each is tried as one's own, another person's, and missing. */
export type Subject = 'sender' | 'case' | 'transfer' | 'card' | 'recipient' | 'session';

/** Who may call a route, and about whom. */
export interface Right {
  /** `anyone` also without a session; `session` any signed-in user about their own data; otherwise staff with a role. */
  readonly who: 'anyone' | 'session' | readonly StaffRole[];
  /** What the id in the path is. Absent: the path has none, or one without an owner. */
  readonly subject?: Subject;
  /** Fields of the body that name a subject. */
  readonly body?: Readonly<Record<string, Subject>>;
  /** Whether it needs a code, or without a second factor the password, of the last 15 minutes. */
  readonly step?: true;
  /** Answers with a stream, or ends the session that calls it: only its refusals are tried. */
  readonly onlyRefusals?: true;
}

const anyone: Right = { who: 'anyone' };
const session: Right = { who: 'session' };
/** One's own: another person's id is answered as a missing one. */
const own = (subject: Subject): Right => ({ who: 'session', subject });
const refused: Right = { who: 'session', onlyRefusals: true };
/** Staff with one of these roles; a subject is another person, and one's own is answered as a missing one. */
const staff = (who: readonly StaffRole[], about: Omit<Right, 'who'> = {}): Right => ({ who, ...about });

/** Whatever moves money, shows plain text or ends a control. */
const step = (right: Right): Right => ({ ...right, step: true });

const aCase = { subject: 'case' } as const;
const sender = { subject: 'sender' } as const;
const transfer = { subject: 'transfer' } as const;
const payment = { subject: 'case', body: { transferId: 'transfer' } } as const;

/** Every route of the API, once (compliance: who reads, works and decides). A route without a row fails rights.spec.ts. */
export const RIGHTS: Readonly<Record<string, Right>> = {
  'POST /api/auth/sign-up': anyone,
  'POST /api/auth/sign-in': anyone,
  'POST /api/auth/second-factor': anyone,
  'POST /api/auth/second-factor/undo': anyone,
  'POST /api/auth/sign-out': anyone,
  'POST /api/auth/email/confirm': anyone,
  'POST /api/auth/email/undo': anyone,
  'POST /api/auth/forgot': anyone,
  'POST /api/auth/reset': anyone,
  'POST /api/auth/reset/check': anyone,
  'GET /api/auth/link': anyone,
  'POST /api/auth/link': anyone,
  'GET /api/auth/{provider}/start': anyone,
  'GET /api/auth/{provider}/callback': anyone,
  'POST /api/auth/{provider}/callback': anyone,
  'GET /api/config': anyone,
  'GET /api/fees': anyone,
  'GET /api/fees/schedule': anyone,
  'GET /api/shared/{token}': anyone,
  'GET /api/receipts/{code}': anyone,
  'GET /api/mail/unsubscribe': anyone,
  'POST /api/mail/unsubscribe': anyone,
  'POST /api/csp-reports': anyone,
  'POST /api/webhooks/persona': anyone,
  'POST /api/webhooks/stripe': anyone,
  'POST /api/webhooks/paypal': anyone,

  'POST /api/auth/refresh': refused,
  'POST /api/auth/password': session,
  'POST /api/auth/confirm': session,
  'POST /api/auth/confirm/resend': session,
  'POST /api/auth/{provider}/link': session,
  'POST /api/auth/{provider}/unlink': session,
  'GET /api/second-factor': session,
  'POST /api/second-factor': step(session),
  'DELETE /api/second-factor': step(refused),
  'POST /api/second-factor/confirm': session,
  'POST /api/second-factor/recovery-codes': step(refused),
  'POST /api/second-factor/step-up': session,
  'GET /api/sessions': session,
  'DELETE /api/sessions': refused,
  'DELETE /api/sessions/{id}': own('session'),
  'GET /api/me': session,
  'GET /api/me/close': session,
  'POST /api/me/close': step(refused),
  'GET /api/me/export': session,
  'POST /api/me/export': step(session),
  'GET /api/me/export.zip': step(session),
  'GET /api/me/email': session,
  'POST /api/me/email': step(session),
  'DELETE /api/me/email': session,
  'POST /api/me/name': session,
  'GET /api/events': refused,
  'GET /api/preferences': session,
  'PATCH /api/preferences': session,
  'GET /api/verification': session,
  'POST /api/verification': session,
  'POST /api/verification/name': session,
  'POST /api/verification/refresh': session,
  'GET /api/allowance': session,
  'GET /api/recipients': session,
  'POST /api/recipients': session,
  'PATCH /api/recipients/{id}': own('recipient'),
  'DELETE /api/recipients/{id}': own('recipient'),
  'GET /api/cards': session,
  'POST /api/cards': session,
  'PATCH /api/cards/{id}': own('card'),
  'DELETE /api/cards/{id}': own('card'),
  'POST /api/cards/{id}/restore': own('card'),
  'GET /api/statements': session,
  'GET /api/statements/{month}/transfers': session,
  'GET /api/statements/{file}': session,
  'GET /api/transfers': session,
  'POST /api/transfers': session,
  'POST /api/transfers/check': session,
  'GET /api/transfers.csv': session,
  'GET /api/transfers/total': session,
  'GET /api/transfers/{id}': own('transfer'),
  'GET /api/transfers/{id}/timeline': own('transfer'),
  'GET /api/transfers/{id}/receipt': own('transfer'),
  'GET /api/transfers/{id}/receipt.pdf': own('transfer'),
  'POST /api/transfers/{id}/share': own('transfer'),
  'DELETE /api/transfers/{id}/share': own('transfer'),
  'GET /api/shares': session,
  'DELETE /api/shares': session,
  'POST /api/transfers/{id}/payment': own('transfer'),
  'POST /api/transfers/{id}/payment/abandon': own('transfer'),
  'POST /api/transfers/{id}/cancel': own('transfer'),
  'POST /api/transfers/{id}/problem': own('transfer'),

  'GET /api/compliance/cases': staff(HISTORY_ROLES),
  'GET /api/compliance/case-counts': staff(HISTORY_ROLES),
  'GET /api/compliance/case-assignees': staff(HISTORY_ROLES),
  'GET /api/compliance/cases/{id}': staff(HISTORY_ROLES, aCase),
  'GET /api/compliance/cases/{id}/same-handle': staff(HISTORY_ROLES, aCase),
  'GET /api/compliance/cases/{id}/file.json': step(staff(['lead', 'auditor'], aCase)),
  'GET /api/compliance/cases/{id}/file.pdf': step(staff(['lead', 'auditor'], aCase)),
  // Who is neither lead nor auditor reads only their own actions: audit.http.spec.ts.
  'GET /api/compliance/audit': staff(STAFF_ROLES),
  'GET /api/compliance/audit-counts': staff(STAFF_ROLES),
  'GET /api/compliance/audit-people': staff(STAFF_ROLES),
  'GET /api/compliance/audit.jsonl': step(staff(['lead', 'auditor'])),
  'GET /api/compliance/audit.csv': step(staff(['lead', 'auditor'])),
  'POST /api/compliance/cases/{id}/assign': staff(REVIEW_ROLES, aCase),
  'POST /api/compliance/cases/{id}/snooze': staff(REVIEW_ROLES, aCase),
  'POST /api/compliance/cases/{id}/notes': staff(REVIEW_ROLES, aCase),
  'POST /api/compliance/cases/{id}/propose': staff(REVIEW_ROLES, aCase),
  'POST /api/compliance/cases/{id}/approve': step(staff(['lead'], aCase)),
  'POST /api/compliance/cases/{id}/return': staff(['lead'], aCase),
  'POST /api/compliance/cases/{id}/review': step(staff(REVIEW_ROLES, aCase)),
  'POST /api/compliance/cases/{id}/reopen': step(staff(['lead'], aCase)),
  'POST /api/compliance/cases/{id}/report': staff(REVIEW_ROLES, aCase),
  'POST /api/compliance/cases/{id}/hold': step(staff(['lead'], payment)),
  'POST /api/compliance/cases/{id}/release': step(staff(['lead'], payment)),
  'GET /api/compliance/rules': staff(HISTORY_ROLES),
  'GET /api/compliance/rules/{id}': staff(HISTORY_ROLES),
  'POST /api/compliance/backtests': staff(REVIEW_ROLES),
  // Only to who runs it: backtests.http.spec.ts.
  'GET /api/compliance/backtests/{id}': staff(REVIEW_ROLES),
  'GET /api/compliance/backtests/{id}/alerts/{transferId}': staff(REVIEW_ROLES),
  'DELETE /api/compliance/backtests/{id}': staff(REVIEW_ROLES),
  'POST /api/compliance/rules/{id}/draft': staff(REVIEW_ROLES),
  'POST /api/compliance/rules/{id}/draft/discard': staff(REVIEW_ROLES),
  'POST /api/compliance/rules/{id}/draft/return': staff(['lead']),
  'POST /api/compliance/rules/{id}/activate': step(staff(['lead'])),
  'POST /api/compliance/rules/{id}/pause': step(staff(['lead'])),
  'POST /api/compliance/rules/{id}/retire': step(staff(['lead'])),
  'GET /api/compliance/overview': staff(HISTORY_ROLES),
  'GET /api/compliance/verifications': staff(HISTORY_ROLES),
  'GET /api/compliance/verification-counts': staff(HISTORY_ROLES),
  'GET /api/compliance/verifications/{requestId}': staff(HISTORY_ROLES),
  'POST /api/compliance/verifications/{requestId}/revoke': step(staff(['lead'])),
  'POST /api/compliance/find': staff(HISTORY_ROLES),
  'POST /api/compliance/reveal': step(staff(HISTORY_ROLES, { body: { subject: 'sender' } })),
  'GET /api/compliance/senders/{uid}': staff(HISTORY_ROLES, sender),
  'POST /api/compliance/senders/{uid}/pause': step(staff(['lead'], sender)),
  'POST /api/compliance/senders/{uid}/resume': step(staff(['lead'], sender)),
  'POST /api/compliance/senders/{uid}/suspend': step(staff(['lead'], sender)),
  'POST /api/compliance/senders/{uid}/reinstate': step(staff(['lead'], sender)),
  'POST /api/compliance/senders/{uid}/place-legal-hold': step(staff(['lead'], sender)),
  'POST /api/compliance/senders/{uid}/lift-legal-hold': step(staff(['lead'], sender)),
  'GET /api/compliance/senders/{uid}/activity': staff(HISTORY_ROLES, sender),
  'GET /api/compliance/senders/{uid}/replay': staff(HISTORY_ROLES, sender),
  'GET /api/compliance/senders/{uid}/at': staff(HISTORY_ROLES, sender),
  'GET /api/compliance/transfers/{id}/replay': staff(HISTORY_ROLES, transfer),
  'GET /api/compliance/ledger': staff(STAFF_ROLES),
  'GET /api/compliance/payouts': staff(STAFF_ROLES),
  'GET /api/compliance/payouts/{transferId}': staff(STAFF_ROLES, transfer),
  'POST /api/compliance/payouts/{transferId}/claim': staff(['operator'], transfer),
  'POST /api/compliance/payouts/{transferId}/delivered': step(staff(['operator'], transfer)),
  'POST /api/compliance/payouts/{transferId}/failed': step(staff(['operator'], transfer)),
  'POST /api/compliance/payouts/{transferId}/confirm': step(staff(['operator'], transfer)),
  'POST /api/compliance/payouts/{transferId}/close': step(staff(['operator'], transfer)),
  'POST /api/compliance/payouts/{transferId}/give-back': staff(['operator'], transfer),
  'POST /api/compliance/payouts/{transferId}/refunded': step(staff(['operator'], transfer)),
  'POST /api/compliance/payouts/{transferId}/release': staff(['operator'], transfer),
  'POST /api/compliance/payouts/{transferId}/reveal': step(staff(['operator'], transfer)),
  'GET /api/compliance/strays': staff(STAFF_ROLES),
  'POST /api/compliance/strays/{paymentRef}/refund': step(staff(['operator'])),
  'POST /api/compliance/strays/{paymentRef}/confirm': step(staff(['operator'])),
  'POST /api/compliance/strays/{paymentRef}/close': step(staff(['operator'])),
};
