import { streamId, type EventDeclaration } from '../../event-sourcing/event.js';
import type { RecipientChanged, RecipientRemoved, RecipientSaved } from './recipients.decider.js';

const exampleId = '5b0d1f2c-7f4e-4a59-9c55-0d5a1c6f8b21';

export const recipientEvents: readonly [
  EventDeclaration<RecipientSaved>,
  EventDeclaration<RecipientChanged>,
  EventDeclaration<RecipientRemoved>,
] = [
  {
    type: 'RecipientSaved',
    schemaVersion: 1,
    summary: 'A sender saved a recipient.',
    personal: ['name', 'handle'],
    subject: (_, stream) => streamId(stream),
    example: {
      recipientId: exampleId,
      name: 'Maya Okafor',
      platform: 'Cash App',
      handle: '$mayaokafor',
    },
  },
  {
    type: 'RecipientChanged',
    schemaVersion: 1,
    summary: 'A sender changed a saved recipient; contains all of its fields.',
    personal: ['name', 'handle'],
    subject: (_, stream) => streamId(stream),
    example: { recipientId: exampleId, name: 'Maya O.', platform: 'Venmo', handle: '@maya-okafor' },
  },
  {
    type: 'RecipientRemoved',
    schemaVersion: 1,
    summary: 'A sender removed a saved recipient.',
    example: { recipientId: exampleId },
  },
];
