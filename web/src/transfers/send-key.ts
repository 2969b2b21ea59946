/** Keeps one idempotency key per send: a new one after every final answer, the same one after an unknown outcome. */
export interface SendKey {
  /** The key for this body; the kept one only when the very same body is asked again. */
  keyFor(body: unknown): string;
  /** The server answered (204 or 4xx): the next press is another send. */
  answered(): void;
}

export function createSendKey(newKey: () => string): SendKey {
  let kept: { readonly key: string; readonly body: string } | null = null;
  return {
    keyFor(body) {
      const text = JSON.stringify(body);
      if (kept?.body !== text) kept = { key: newKey(), body: text };
      return kept.key;
    },
    answered() {
      kept = null;
    },
  };
}
