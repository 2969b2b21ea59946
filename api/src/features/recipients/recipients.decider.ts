import type { DecidedCommand, Decider } from '../../event-sourcing/decider.js';
import { streamCategory, type DomainEvent, type StreamEvent } from '../../event-sourcing/event.js';
import { evolveBy } from '../../event-sourcing/evolve.js';
import { DomainError } from '../../kernel/domain-error.js';
import { normalizeHandle } from '../../kernel/text/handles.js';
import { lookAlikeOf } from '../../kernel/text/look-alikes.js';
import {
  RECIPIENTS_LIMIT,
  recipientKey,
  type ChangeRecipientRequest,
  type Recipient,
  type SavedRecipient,
} from '../../kernel/people/recipients.js';

/** All of a recipient, also after a change: an event explains itself. */
type RecipientFields = Recipient & { readonly recipientId: string };

export type RecipientSaved = DomainEvent<'RecipientSaved', RecipientFields>;
export type RecipientChanged = DomainEvent<'RecipientChanged', RecipientFields>;
export type RecipientRemoved = DomainEvent<'RecipientRemoved', { readonly recipientId: string }>;
export type RecipientEvent = RecipientSaved | RecipientChanged | RecipientRemoved;

export const recipientsStream = streamCategory('recipients-');

export interface SaveCommand extends DecidedCommand {
  readonly type: 'save';
  readonly recipientId: string;
  readonly recipient: Recipient;
  readonly confirmSimilar: boolean;
}

export interface ChangeCommand extends DecidedCommand {
  readonly type: 'change';
  readonly recipientId: string;
  /** Omitted fields stay unchanged. */
  readonly wanted: ChangeRecipientRequest;
}

export interface RemoveCommand extends DecidedCommand {
  readonly type: 'remove';
  readonly recipientId: string;
}

export interface RemoveAllCommand extends DecidedCommand {
  readonly type: 'removeAll';
}

export type RecipientsCommand = SaveCommand | ChangeCommand | RemoveCommand | RemoveAllCommand;

/** A sender's saved recipients by id, at most RECIPIENTS_LIMIT. */
export type RecipientsState = Map<string, Omit<SavedRecipient, 'uid'>>;

/** One recipient per handle and platform; look-alikes only when confirmed (docs/recipients.md). */
export const recipientsDecider: Decider<RecipientsState, RecipientsCommand, RecipientEvent> = {
  name: 'recipients',
  initialState: () => new Map(),
  decide(command, state) {
    if (command.type === 'save') return save(command, state);
    if (command.type === 'removeAll') return [...state.keys()].map(removed);
    const saved = state.get(command.recipientId);
    if (!saved) throw new DomainError('not_found');
    if (command.type === 'change') return change(command, saved, state);
    return [removed(saved.id)];
  },
  evolve: evolveBy<RecipientsState, RecipientEvent>({
    RecipientSaved: withSaved,
    RecipientChanged: withSaved,
    RecipientRemoved(state, { data }) {
      state.delete(data.recipientId);
      return state;
    },
  }),
};

function withSaved(
  state: RecipientsState,
  { data, metadata: { at } }: StreamEvent<RecipientSaved | RecipientChanged>,
): RecipientsState {
  const { recipientId: id, name, platform, handle } = data;
  return state.set(id, {
    id,
    name,
    platform,
    handle,
    createdAt: state.get(id)?.createdAt ?? at,
    updatedAt: at,
  });
}

function removed(recipientId: string): RecipientEvent {
  return { type: 'RecipientRemoved', data: { recipientId } };
}

/** The saved recipient with this handle, if any. */
export function savedAs(
  recipient: Pick<Recipient, 'platform' | 'handle'>,
  state: RecipientsState,
): Omit<SavedRecipient, 'uid'> | undefined {
  const key = recipientKey(recipient);
  return [...state.values()].find((saved) => recipientKey(saved) === key);
}

/** Saving a recipient again under the same name changes nothing. */
function save(
  { recipientId, recipient, confirmSimilar }: SaveCommand,
  state: RecipientsState,
): readonly RecipientEvent[] {
  const existing = savedAs(recipient, state);
  if (existing?.name === recipient.name) return [];
  if (existing) throw alreadySaved(existing);
  if (state.size >= RECIPIENTS_LIMIT)
    throw new DomainError('too_many_recipients', { limit: RECIPIENTS_LIMIT });
  if (!confirmSimilar) refuseLookAlike(recipient, [...state.values()]);
  return [{ type: 'RecipientSaved', data: { recipientId, ...recipient } }];
}

function change(
  { wanted }: ChangeCommand,
  saved: Omit<SavedRecipient, 'uid'>,
  state: RecipientsState,
): readonly RecipientEvent[] {
  const recipient = changed(saved, wanted);
  const { name, platform, handle } = saved;
  if (recipient.name === name && recipient.platform === platform && recipient.handle === handle) return [];
  const others = [...state.values()].filter(({ id }) => id !== saved.id);
  const existing = others.find((other) => recipientKey(other) === recipientKey(recipient));
  if (existing) throw alreadySaved(existing);
  // Only the name changed, so the handle cannot be a mistyped one.
  if (!wanted.confirmSimilar && recipientKey(recipient) !== recipientKey(saved))
    refuseLookAlike(recipient, others);
  return [{ type: 'RecipientChanged', data: { recipientId: saved.id, ...recipient } }];
}

/** @throws handle_… when the handle is impossible on the platform */
function changed(saved: Recipient, { name, platform, handle }: ChangeRecipientRequest): Recipient {
  const onPlatform = platform ?? saved.platform;
  const normalized = normalizeHandle(onPlatform, handle ?? saved.handle);
  if (!normalized.ok) throw new DomainError(normalized.code);
  return { name: name ?? saved.name, platform: onPlatform, handle: normalized.value };
}

function alreadySaved({ id, name, handle }: Omit<SavedRecipient, 'uid'>): DomainError {
  return new DomainError('recipient_already_saved', { id, similarTo: handle, similarName: name });
}

function refuseLookAlike(recipient: Recipient, others: readonly Omit<SavedRecipient, 'uid'>[]): void {
  const known = lookAlikeOf(recipient, others)?.known;
  if (known)
    throw new DomainError('recipient_similar', {
      id: known.id,
      similarTo: known.handle,
      similarName: known.name,
    });
}
