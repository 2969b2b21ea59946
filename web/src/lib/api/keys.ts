import type { Arguments } from 'swr';

/** SWR keys, the owner first; null while no one is signed in. */
type Key<Rest extends readonly Arguments[]> = readonly [string, ...Rest] | null;

function owned<Rest extends readonly Arguments[]>(uid: string | null, ...rest: Rest): Key<Rest> {
  return uid === null ? null : [uid, ...rest];
}

/** Every cache key, so that commands know which data to revalidate, and live changes (live-topics.ts). */
export const keys = {
  me: ['me'] as const,
  config: ['config'] as const,
  /** An account at a provider that waits for a password. */
  socialLink: ['social-link'] as const,
  feeSchedule: ['fee-schedule'] as const,
  allowance: (uid: string | null) => owned(uid, 'allowance'),
  preferences: (uid: string | null) => owned(uid, 'preferences'),
  recipients: (uid: string | null) => owned(uid, 'recipients'),
  cards: (uid: string | null) => owned(uid, 'cards'),
  sessions: (uid: string | null) => owned(uid, 'sessions'),
  secondFactor: (uid: string | null) => owned(uid, 'second-factor'),
  verification: (uid: string | null) => owned(uid, 'verification'),
  recentTransfers: (uid: string | null) => owned(uid, 'transfers', 'recent'),
  transfers: (uid: string | null, filter: Arguments, cursor: string | null) =>
    owned(uid, 'transfers', filter, cursor),
  /** As many transfers as one call returns, for their recipients. */
  pastTransfers: (uid: string | null) => owned(uid, 'transfers', 'past'),
  transfersTotal: (uid: string | null, filter: Arguments) => owned(uid, 'transfers', 'total', filter),
  transfer: (uid: string | null, id: string) => owned(uid, 'transfer', id),
  /** Polls the payments with a lost response. */
  paymentCheck: (uid: string | null) => owned(uid, 'payment-check'),
  receipt: (uid: string | null, id: string) => owned(uid, 'transfer', id, 'receipt'),
  statements: (uid: string | null) => owned(uid, 'transfers', 'statements'),
  statement: (uid: string | null, month: string) => owned(uid, 'transfers', 'statements', month),
  /** Of the recipient's page, which needs no session. */
  shared: (token: string) => ['shared', token] as const,
  receiptCode: (code: string) => ['receipt-code', code] as const,
  cases: (query: Arguments, cursor: string | null) => ['staff', 'cases', query, cursor] as const,
  /** Live with the cases. */
  caseCounts: ['staff', 'cases', 'counts'] as const,
  caseAssignees: ['staff', 'case-assignees'] as const,
  /** `at` is a position, to see what was known then. */
  case: (id: string, at: string | null) => ['staff', 'cases', id, at] as const,
  sameHandle: (id: string, at: string | null) => ['staff', 'same-handle', id, at] as const,
  checks: (list: string, cursor: string | null) => ['staff', 'checks', list, cursor] as const,
  checkCounts: ['staff', 'checks', 'counts'] as const,
  check: (id: string) => ['staff', 'checks', 'one', id] as const,
  /** Live with the cases. */
  overview: (days: string) => ['staff', 'cases', 'overview', days] as const,
  rules: ['staff', 'rules'] as const,
  rule: (id: string) => ['staff', 'rules', id] as const,
  backtest: (id: string) => ['staff', 'backtests', id] as const,
  backtestAlert: (id: string, transferId: string) => ['staff', 'backtests', id, transferId] as const,
  audit: (query: Arguments, cursor: string | null) => ['staff', 'audit', query, cursor] as const,
  auditCounts: (query: Arguments) => ['staff', 'audit-counts', query] as const,
  auditPeople: ['staff', 'audit-people'] as const,
  /** Live with the cases. */
  standing: (uid: string) => ['staff', 'cases', 'standing', uid] as const,
  ledger: ['staff', 'ledger'] as const,
  /** Live with the desk's tasks. */
  strays: ['staff', 'payouts', 'strays'] as const,
  desk: (query: Arguments) => ['staff', 'payouts', query] as const,
  deskTransfer: (id: string) => ['staff', 'payouts', 'transfer', id] as const,
  /** `transfers/{id}` or `senders/{uid}`. */
  replay: (subject: string, query: Arguments, cursor: string | null) =>
    ['staff', 'replay', subject, query, cursor] as const,
};

/** Names in the browser's storage. */
export const storageKeys = {
  language: 'language',
  lang: 'lang',
  colorScheme: 'flip:color-scheme',
  /** Present where single keys of the console do nothing. */
  keysOff: 'flip:keys-off',
  /** Marks the last renewal of the session. */
  renewal: 'flip:renewal',
  /** Marks the last sign-out: every other tab of this browser follows. */
  signOut: 'flip:sign-out',
  /** What is typed into Quick Send, in session storage until it was sent or its sender signs out. */
  quickSend: 'flip:quick-send',
  /** When the page last loaded itself again. */
  reloadedAt: 'flip:reloaded-at',
  /** A payment under review, in session storage until sign-out (decision 12). */
  pendingPayment: (key: string) => `flip:payment:${key}`,
  /** The bank's page that was opened last, in session storage. */
  bankVisit: 'flip:bank-visit',
  /** Payments of one sender that were sent without a response yet; removed with the response and at sign-out (decision 12). */
  optimisticTransfers: (uid: string) => `flip:transactions:${uid}`,
};
