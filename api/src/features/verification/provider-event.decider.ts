import type { DecidedCommand, Decider } from '../../event-sourcing/decider.js';
import { streamCategory, type DomainEvent } from '../../event-sourcing/event.js';
import type { ProviderStatus } from './verification-events.rules.js';

/** `webhook-{hash}`: one stream per provider event. */
export const webhookStream = streamCategory('webhook-');

/** A provider's webhook event, without personal data. */
export type ProviderEventReceived = DomainEvent<
  'ProviderEventReceived',
  {
    readonly provider: 'persona';
    readonly eventId: string;
    readonly name: string;
    /** null when the event does not concern an inquiry. */
    readonly inquiryId: string | null;
    /** The sender according to the provider; only a hint. */
    readonly referenceId: string | null;
    /** null when the event changes no status. */
    readonly providerStatus: ProviderStatus | null;
    readonly providerAt: string;
  }
>;

export interface ReceiveProviderEvent extends DecidedCommand {
  readonly received: ProviderEventReceived['data'];
}

/** A provider event is recorded only once: its stream has one event. */
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
