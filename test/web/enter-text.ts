import type { UserEvent } from '@testing-library/user-event';

/** Adds a text to a field at once: no rule is about its single keys, and each would render the screen. */
export async function enterText(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
