import { handleText } from '@kernel/text/handle-text';
import { recipientKey, type Recipient } from '@kernel/people/recipients';
import { hasPhonePart, searchText } from '@kernel/text/search-text';
import type { TransferDraft } from '@kernel/money/transfers';

type Sent = Pick<TransferDraft, 'recipient' | 'platform' | 'handle'>;

/** Everyone that transfers went to, the latest first and under the latest name. */
export function pastRecipients(newestFirst: readonly Sent[]): readonly Recipient[] {
  const latest = new Map<string, Recipient>();
  for (const { recipient: name, platform, handle } of newestFirst) {
    const key = recipientKey({ platform, handle });
    if (!latest.has(key)) latest.set(key, { name, platform, handle });
  }
  return [...latest.values()];
}

/** Those of them that are not saved. */
export function notSaved(
  recipients: readonly Recipient[],
  saved: readonly Recipient[],
): readonly Recipient[] {
  const keys = new Set(saved.map(recipientKey));
  return recipients.filter((recipient) => !keys.has(recipientKey(recipient)));
}

/** The recipients with a name or, after those, a handle that contains a text, ignoring case and accents. */
export function matching<R extends Recipient>(recipients: readonly R[], text: string): readonly R[] {
  const wanted = searchText(text).trim();
  const byName = recipients.filter(({ name }) => searchText(name).includes(wanted));
  const byHandle = recipients.filter(
    ({ handle }) =>
      searchText(`${handle}\n${handleText(handle)}`).includes(wanted) || hasPhonePart(handle, wanted),
  );
  return [...new Set([...byName, ...byHandle])];
}
