import { useEffect } from 'react';
import { useRead } from '../lib/api/reads';

/** How often the recipient's page asks: it has no session for the live stream. */
const REFRESH_MS = 15_000;

/** The code of a charged transfer's receipt. */
export function useReceipt(id: string) {
  return useRead('/transfers/{id}/receipt', { path: { id } });
}

/** The months that have a statement. */
export function useStatements() {
  return useRead('/statements');
}

/** The statement of a month, "2026-11". */
export function useStatement(month: string) {
  return useRead('/statements/{month}/transfers', { path: { month } });
}

/** What a link shows. */
export function useShared(token: string) {
  return useRead('/shared/{token}', { path: { token } }, { refreshInterval: REFRESH_MS });
}

/** What the code of a receipt proves; null asks for nothing. */
export function useCheckedCode(code: string | null) {
  return useRead('/receipts/{code}', code === null ? null : { path: { code } });
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
