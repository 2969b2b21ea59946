import { type StreamEvent, streamId } from '../../../event-sourcing/event.js';
import { documentsBy, ofStream, type Projection } from '../../../event-sourcing/projection.js';
import type { AccountEvent } from '../account/account-events.rules.js';
import { accountStream } from '../account/account.decider.js';
import { EMAIL_CHANGE_LASTS_MS } from './email-change.rules.js';

/** An account with further addresses, and when the next of them may have to be claimed or given up. */
export interface EmailChangesDocument {
  readonly uid: string;
  /** By the id of the change. */
  readonly due: Readonly<Record<string, string>>;
  readonly dueAt: string;
}

type Change = Extract<AccountEvent, { data: { changeId: string } }>;

/** Accounts that wait for the confirmations of a change of address, or for the end of its undo. */
export const emailChangesProjection: Projection<EmailChangesDocument, Change> = {
  name: 'email_changes',
  version: 1,
  indexes: [{ name: 'byDue', eq: [], sort: 'dueAt' }],
  prefixes: [accountStream.prefix],
  ...documentsBy<EmailChangesDocument, Change>(ofStream, {
    EmailChangeRequested: (document, event) => due(document, event, EMAIL_CHANGE_LASTS_MS),
    // From now on: the change may be interrupted.
    EmailChangeConfirmed: (document, event) => due(document, event, 0),
    EmailChangeCancelled: (document, event) => due(document, event, 0),
    // An address that was never confirmed is not kept for an undo.
    EmailChanged: (document, event) => due(document, event, 0),
    EmailGivenUp(document, { stream, data: { changeId } }) {
      const { [changeId]: _, ...left } = document?.due ?? {};
      return documentOf(streamId(stream), left);
    },
  }),
};

function due(
  document: EmailChangesDocument | null,
  { stream, data: { changeId }, metadata: { at } }: StreamEvent<Change>,
  afterMs: number,
): EmailChangesDocument | null {
  const dueAt = new Date(Date.parse(at) + afterMs).toISOString();
  return documentOf(streamId(stream), { ...document?.due, [changeId]: dueAt });
}

function documentOf(uid: string, by: EmailChangesDocument['due']): EmailChangesDocument | null {
  const [dueAt] = Object.values(by).sort();
  return dueAt === undefined ? null : { uid, due: by, dueAt };
}
