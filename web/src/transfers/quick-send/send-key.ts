/** Keeps one idempotency key per transfer: a new one after a final response, the same one after an unknown outcome. */
export interface SendKey {
  /** The key for this body; the kept one only when the same body is sent again. */
  keyFor(body: unknown): string;
  /** The server responded (204 or 4xx): the next press is another transfer. */
  settle(): void;
}

export function createSendKey(newKey: () => string): SendKey {
  let kept: { readonly key: string; readonly body: string } | null = null;
  return {
    keyFor(body) {
      const text = JSON.stringify(body);
      if (kept?.body !== text) kept = { key: newKey(), body: text };
      return kept.key;
    },
    settle() {
      kept = null;
    },
  };
}
