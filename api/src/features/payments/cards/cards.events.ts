import { streamId, type EventDeclaration } from '../../../event-sourcing/event.js';
import type {
  CardDetached,
  CardMadeDefault,
  CardRemoved,
  CardRestored,
  CardSaved,
  CustomerCreated,
} from './cards.decider.js';
import type { CardUsed } from './cardholder.decider.js';

const cardId = '5a2b7c1e-8f04-5d3a-9c66-1e7b0d4f2a98';

/** Event declarations of saved cards, on `cards-{uid}`, and of the last one on `cardholder-{hmac}`. */
export const cardEvents: readonly [
  EventDeclaration<CustomerCreated>,
  EventDeclaration<CardSaved>,
  EventDeclaration<CardMadeDefault>,
  EventDeclaration<CardRemoved>,
  EventDeclaration<CardRestored>,
  EventDeclaration<CardDetached>,
  EventDeclaration<CardUsed>,
] = [
  {
    type: 'CustomerCreated',
    schemaVersion: 1,
    summary: 'The card processor created the customer that the saved cards belong to.',
    example: { customerRef: 'cus_Rk3v9Qd1LmZx7T' },
  },
  {
    type: 'CardSaved',
    schemaVersion: 1,
    summary: 'The sender saved a card; the first one is the default.',
    personal: ['last4'],
    subject: (_, stream) => streamId(stream),
    example: {
      cardId,
      paymentMethodRef: 'pm_1QxYb2Kz8nWc4Hs0',
      brand: 'visa',
      last4: '5556',
      expMonth: 8,
      expYear: 2028,
      funding: 'debit',
    },
  },
  {
    type: 'CardMadeDefault',
    schemaVersion: 1,
    summary: 'The sender chose the card that is offered first.',
    example: { cardId },
  },
  {
    type: 'CardRemoved',
    schemaVersion: 1,
    summary: 'The sender removed a card; the newest other one replaces a removed default.',
    example: { cardId },
  },
  {
    type: 'CardRestored',
    schemaVersion: 1,
    summary: 'The sender undid the removal of a card.',
    example: { cardId },
  },
  {
    type: 'CardDetached',
    schemaVersion: 1,
    summary: 'A removed card was removed at the card processor too.',
    example: { cardId },
  },
  {
    type: 'CardUsed',
    schemaVersion: 1,
    summary: 'An unverified account asked to charge this card.',
    example: {
      uid: '7d0f1c5e-2a44-4c8e-9b1a-3f6c2d5e8a90',
      transferId: '3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c35',
    },
  },
];
