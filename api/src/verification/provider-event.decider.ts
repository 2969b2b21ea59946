import type { DecidedCommand, Decider } from '../event-sourcing/decider.js';
import { streamCategory, type DomainEvent } from '../event-sourcing/event.js';
import type { ProviderStatus } from './verification.decider.js';

/** `webhook-{hash}`: one stream per event of a provider. */
export const webhookStream = streamCategory('webhook-');

/** What a provider told by webhook, without anything personal. */
export type ProviderEventReceived = DomainEvent<
  'ProviderEventReceived',
  {
    readonly provider: 'persona';
    readonly eventId: string;
    readonly name: string;
    /** null when the event is about something else than an inquiry. */
    readonly inquiryId: string | null;
    /** Whom the provider takes it for: only a hint. */
    readonly referenceId: string | null;
    /** null when the event changes no status. */
    readonly providerStatus: ProviderStatus | null;
    readonly providerAt: string;
  }
>;

export interface ReceiveProviderEvent extends DecidedCommand {
  readonly received: ProviderEventReceived['data'];
}

/** A provider's event counts once for ever: its stream holds one event. */
export const providerEventDecider: Decider<
  { readonly isKnown: boolean },
  ReceiveProviderEvent,
  ProviderEventReceived
> = {
  name: 'provider-event',
  initialState: () => ({ isKnown: false }),
  decide: ({ received }, { isKnown }) => (isKnown ? [] : [{ type: 'ProviderEventReceived', data: received }]),
  evolve: () => ({ isKnown: true }),
};
