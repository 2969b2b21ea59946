import { judgePassword } from './password-strength';

/** A worker with code that fails to load until the test allows it. */
class FlakyWorker {
  static broken = true;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;

  postMessage({ id }: { readonly id: number }): void {
    queueMicrotask(() => {
      if (FlakyWorker.broken) this.onerror?.();
      else this.onmessage?.({ data: { id, verdict: 'hard' } });
    });
  }
}

describe('rating a password', () => {
  it('returns nothing when its code does not load, and retries for the next password', async () => {
    Object.assign(globalThis, { Worker: FlakyWorker });
    const both = [judgePassword('password1', [], 'en'), judgePassword('password12', [], 'en')];
    await expect(Promise.all(both)).resolves.toEqual([null, null]);
    FlakyWorker.broken = false;
    await expect(judgePassword('unter-den-linden-77', [], 'en')).resolves.toBe('hard');
  });
});
