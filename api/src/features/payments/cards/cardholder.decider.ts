import type { DecidedCommand, Decider } from '../../../event-sourcing/decider.js';
import { streamCategory, type DomainEvent } from '../../../event-sourcing/event.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { UNVERIFIED_ACCOUNTS_PER_CARD, WEEK_MS } from '../../../kernel/money/limits.js';

export type CardUsed = DomainEvent<'CardUsed', { readonly uid: string; readonly transferId: string }>;

/** An unverified account asks to charge the card for a transfer. */
export interface UseCard extends DecidedCommand {
  readonly uid: string;
  readonly transferId: string;
}

/** Uses of the last seven days before the newest one, oldest first. */
export interface CardholderState {
  readonly uses: readonly (CardUsed['data'] & { readonly atMs: number })[];
}

/** `cardholder-{hmac}` by the blind index of the processor's fingerprint: a number, whichever account it is typed into. */
export const cardholderStream = streamCategory('cardholder-');

/** A card serves few unverified accounts in any seven days, so that free accounts do not multiply the unverified limit. */
export const cardholderDecider: Decider<CardholderState, UseCard, CardUsed> = {
  name: 'cardholder',
  initialState: () => ({ uses: [] }),
  decide({ uid, transferId, at }, { uses }) {
    if (uses.some((use) => use.transferId === transferId)) return [];
    const recent = uses.filter(({ atMs }) => atMs > Date.parse(at) - WEEK_MS);
    const others = new Set(recent.map((use) => use.uid).filter((other) => other !== uid));
    if (others.size >= UNVERIFIED_ACCOUNTS_PER_CARD) throw new DomainError('card_used_elsewhere');
    return [{ type: 'CardUsed', data: { uid, transferId } }];
  },
  evolve({ uses }, { data, metadata }) {
    const atMs = Date.parse(metadata.at);
    return { uses: [...uses.filter((use) => use.atMs > atMs - WEEK_MS), { ...data, atMs }] };
  },
};
