import type { RecordedEvent } from '../../event-sourcing/event.js';
import type { ProviderEventReceived } from './provider-event.decider.js';
import { providerEventsSaga } from './provider-events.saga.js';

const received = (providerStatus: string | null) =>
  ({
    id: 'event-1',
    type: 'ProviderEventReceived',
    position: '7',
    data: { eventId: 'evt_1', inquiryId: 'inq_1', referenceId: null, providerStatus, providerAt: 'now' },
  }) as unknown as RecordedEvent<ProviderEventReceived>;

const reactions = (providerStatus: string | null) => providerEventsSaga.react(received(providerStatus), null);

describe('a recorded webhook', () => {
  it('with a status is compared with the sender', () => {
    expect(reactions('pending')).toMatchObject([
      {
        commandIdParts: ['event-1'],
        command: { inquiryId: 'inq_1', providerStatus: 'pending', position: '7' },
      },
    ]);
  });

  it.each(['created', null])('that changes no status has no effect, not even a warning: %s', (status) => {
    expect(reactions(status)).toEqual([]);
  });
});
