import { showSuccess } from '../feedback/toasts';

/** Copies a text, and says so once it is copied. */
export async function copyText(text: string, copied: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  showSuccess(copied);
}
