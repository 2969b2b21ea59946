import { useMemo } from 'react';
import type { ChangeRecipientRequest, SavedRecipient, SaveRecipientRequest } from '@kernel/people/recipients';
import { sendJson } from '../lib/api/api';
import { useRead } from '../lib/api/reads';

/** The sender's saved recipients by name, and the commands that change them. */
export function useRecipients() {
  const { data, mutate, ...read } = useRead('/recipients');
  const recipients = useMemo(() => data && byName(data.items), [data]);
  /** Shows a confirmed change at once, and reads the list again. */
  const show = (change: (items: SavedRecipient[]) => SavedRecipient[]) =>
    mutate((page) => page && { ...page, items: change(page.items) });
  return {
    ...read,
    recipients,
    mutate,
    save: async (recipient: SaveRecipientRequest): Promise<void> => {
      const saved = await sendJson('POST', '/recipients', { body: recipient });
      await show((items) => [saved, ...items.filter(({ id }) => id !== saved.id)]);
    },
    change: async (id: string, wanted: ChangeRecipientRequest): Promise<void> => {
      const changed = await sendJson('PATCH', '/recipients/{id}', { path: { id }, body: wanted });
      await show((items) => items.map((item) => (item.id === id ? changed : item)));
    },
    remove: async (id: string): Promise<void> => {
      await sendJson('DELETE', '/recipients/{id}', { path: { id } });
      await show((items) => items.filter((item) => item.id !== id));
    },
  };
}

function byName(items: readonly SavedRecipient[]): readonly SavedRecipient[] {
  return [...items].sort(
    (one, other) => one.name.localeCompare(other.name) || one.handle.localeCompare(other.handle),
  );
}
