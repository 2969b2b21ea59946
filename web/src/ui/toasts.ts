/** How long a toast stays (specification §9); hovering or focusing it pauses the timer. */
export const TOAST_MS = 5_000;

/** Says that something worked. */
export function showSuccess(message: string): void {
  void show(message, 'status');
}

/** Says that something failed; the screen keeps a trace of it in its place. */
export function showError(message: string): void {
  void show(message, 'alert');
}

// Nothing on a first screen is a toast: their code comes behind it.
async function show(message: string, role: 'status' | 'alert'): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  // A failure that is still shown is not repeated: signing in again remounts a screen.
  notifications.show({ message, role, autoClose: TOAST_MS, ...(role === 'alert' && { id: message }) });
}

/** Removes every toast: they are out of date. */
export function clearToasts(): void {
  void import('@mantine/notifications').then(({ notifications }) => {
    notifications.clean();
  });
}
