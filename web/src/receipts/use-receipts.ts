import { useEffect } from 'react';
import useSWR from 'swr';
import type { ReceiptFacts, SharedTransfer, Statement, Statements } from '@kernel/money/receipts';
import { useUid } from '../accounts/use-session';
import { getJson } from '../lib/api/api';
import { keys } from '../lib/api/keys';

/** How often the recipient's page asks: it has no session for the live stream. */
const REFRESH_MS = 15_000;

/** The code of a charged transfer's receipt. */
export function useReceipt(id: string) {
  const uid = useUid();
  return useSWR<ReceiptFacts, unknown>(keys.receipt(uid, id), () =>
    getJson('/transfers/{id}/receipt', { path: { id } }),
  );
}

/** The months that have a statement. */
export function useStatements() {
  const uid = useUid();
  return useSWR<Statements, unknown>(keys.statements(uid), () => getJson('/statements'));
}

/** The statement of a month, "2026-11". */
export function useStatement(month: string) {
  const uid = useUid();
  return useSWR<Statement, unknown>(keys.statement(uid, month), () =>
    getJson('/statements/{month}/transfers', { path: { month } }),
  );
}

/** What a link shows. */
export function useShared(token: string) {
  return useSWR<SharedTransfer, unknown>(
    keys.shared(token),
    () => getJson('/shared/{token}', { path: { token } }),
    { refreshInterval: REFRESH_MS },
  );
}

/** What the code of a receipt proves; null asks for nothing. */
export function useCheckedCode(code: string | null) {
  return useSWR<SharedTransfer, unknown>(code === null ? null : keys.receiptCode(code), () =>
    getJson('/receipts/{code}', { path: { code: code ?? '' } }),
  );
}

/** Keeps a shared page out of search engines. */
export function useNoIndex(): void {
  useEffect(() => {
    const meta = document.createElement('meta');
    meta.name = 'robots';
    meta.content = 'noindex';
    document.head.append(meta);
    return () => {
      meta.remove();
    };
  }, []);
}
