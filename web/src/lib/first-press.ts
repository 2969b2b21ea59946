const PRESSES = ['pointerdown', 'keydown'] as const;

const listeners = new Set<() => void>();
let hasPressed = false;

/**
 * Calls back with the first press or key on this page, or at once after it: what only a later step needs is fetched then, and
 * not for a reader. Returns a function that stops waiting.
 */
export function onFirstPress(listener: () => void): () => void {
  if (hasPressed) {
    listener();
    return () => undefined;
  }
  if (listeners.size === 0)
    for (const press of PRESSES) window.addEventListener(press, notify, { capture: true, passive: true });
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function notify(): void {
  hasPressed = true;
  for (const press of PRESSES) window.removeEventListener(press, notify, { capture: true });
  for (const listener of listeners) listener();
  listeners.clear();
}
