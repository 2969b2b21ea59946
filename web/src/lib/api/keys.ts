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
  /** Whether the fees of Quick Send are open on a phone. */
  quickFees: 'flip:quick-fees',
  /** When the page last loaded itself again. */
  reloadedAt: 'flip:reloaded-at',
  /** A payment under review, in session storage until sign-out (decision 12). */
  pendingPayment: (key: string) => `flip:payment:${key}`,
  /** The bank's page that was opened last, in session storage. */
  bankVisit: 'flip:bank-visit',
  /** Payments of one sender that were sent without a response yet; removed with the response and at sign-out (decision 12). */
  optimisticTransfers: (uid: string) => `flip:transactions:${uid}`,
};
