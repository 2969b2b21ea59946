import { onFirstPress } from '../lib/first-press';

type Loaded = typeof import('./toaster');

let loaded: Loaded | null = null;
const listeners = new Set<() => void>();

/** Calls back when the place of toasts is loaded; returns a function that stops it. */
export function onToasterLoaded(listener: () => void): () => void {
  listeners.add(listener);
  // Nearly every toast answers a press. Its code is there in time, also when the toast says that the network is away.
  const stopWaiting = onFirstPress(() => {
    load().catch(() => undefined);
  });
  return () => {
    stopWaiting();
    listeners.delete(listener);
  };
}

/** The place of toasts; null before the first press or toast of this page. */
export function loadedToaster(): Loaded['Toaster'] | null {
  return loaded?.Toaster ?? null;
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
  const { notifications } = await load();
  // A failure that is still shown is not repeated: signing in again remounts a screen.
  notifications.show({ message, role, ...(role === 'alert' && { id: message }) });
}

/** Removes every toast: they are out of date. */
export function clearToasts(): void {
  loaded?.notifications.clean();
}

async function load(): Promise<Loaded> {
  const toaster = await import('./toaster');
  if (!loaded) {
    loaded = toaster;
    for (const listener of listeners) listener();
  }
  return toaster;
}
