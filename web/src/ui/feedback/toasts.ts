import { onFirstPress } from '../../lib/first-press';

let isWanted = false;
const listeners = new Set<() => void>();

/** Calls back when there may be toasts; returns a function that stops it. */
export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener);
  // Nearly every toast answers a press. Its code is there in time, also when the toast says that the network is away.
  const stopWaiting = onFirstPress(want);
  return () => {
    stopWaiting();
    listeners.delete(listener);
  };
}

/** Whether the place of toasts is needed: not before the first press or toast of this page. */
export function areToastsWanted(): boolean {
  return isWanted;
}

/** Says that something worked. */
export function showSuccess(message: string): void {
  void show(message, 'status');
}

/** Says that something failed; the screen keeps a trace of it in its place. */
export function showError(message: string): void {
  void show(message, 'alert');
}

async function show(message: string, role: 'status' | 'alert'): Promise<void> {
  want();
  const { notifications } = await import('./toaster');
  // A failure that is still shown is not repeated: signing in again remounts a screen.
  notifications.show({ message, role, ...(role === 'alert' && { id: message }) });
}

/** Removes every toast: they are out of date. */
export function clearToasts(): void {
  if (!isWanted) return;
  void import('./toaster').then(({ notifications }) => {
    notifications.clean();
  });
}

function want(): void {
  if (isWanted) return;
  isWanted = true;
  for (const listener of listeners) listener();
}
