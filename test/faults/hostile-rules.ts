import type { Field, Request } from './hostile-request.js';
import { unseen } from './hostile-texts.js';

/** The id of a rule in a path or query. */
export const ruleText: Field = {
  valid: 'velocity',
  hostile: ['', 'x', 'velocity ', '__proto__', 'Velocity', 'a_b', 'x'.repeat(41), ...unseen],
};

const definition = {
  ...{ name: 'Speed', where: {}, measure: 'attempts', atLeast: '3', within: 'PT1H', action: 'flag' },
};
const ruleDefinition: Field = {
  valid: JSON.stringify(definition),
  hostile: [
    ...['null', '{}', '[]', '"x"', '1', 'true'],
    ...[
      { ...definition, name: 'x'.repeat(61) },
      { ...definition, where: null },
      { ...definition, where: { result: 'lost' } },
      { ...definition, where: { amount: { from: '-1' } } },
      { ...definition, where: { amount: { from: '1e3' } } },
      { ...definition, where: { amount: [] } },
      { ...definition, where: { platforms: ['Western Union'] } },
      { ...definition, where: { platforms: 'Zelle' } },
      { ...definition, where: { tier: 'gold' } },
      { ...definition, where: { firstToHandle: false } },
      { ...definition, where: { accountYoungerThan: '30 days' } },
      { ...definition, where: { country: 'US' } },
      { ...definition, measure: 'sum' },
      { ...definition, atLeast: 3 },
      { ...definition, atLeast: '٣' },
      { ...definition, within: 'P' },
      { ...definition, within: 'PT' },
      { ...definition, within: '-PT1H' },
      { ...definition, action: 'block' },
      { ...definition, more: 1 },
    ].map((value) => JSON.stringify(value)),
  ],
};
const draftRevision: Field = {
  valid: '0',
  hostile: ['null', '"0"', '-1', '0.5', '1e9', 'true', '[]', '{}'],
};

const noInstants = ['null', '""', '"x"', '1', '[]', '"2026-01-31"', '"2026-02-30T00:00:00.000Z"'];
/** In a body. */
const instantAt = (instant: string, hostile = noInstants): Field => ({
  valid: JSON.stringify(instant),
  hostile,
});

/** Every request about backtests; `uuid` is an id in a path. */
export const backtestRequests = (uuid: Field): Readonly<Record<string, Request>> => ({
  'POST /api/compliance/backtests': {
    body: {
      ...{ definition: ruleDefinition, from: instantAt('2026-01-01T00:00:00.000Z') },
      to: instantAt('2026-01-31T00:00:00.000Z', [
        ...noInstants,
        ...['"1999-01-31T00:00:00.000Z"', '"2099-01-31T00:00:00.000Z"'],
      ]),
      against: { valid: '"velocity"', hostile: ruleText.hostile.map((text) => JSON.stringify(text)) },
    },
  },
  'GET /api/compliance/backtests/{id}': { path: { id: uuid } },
  'GET /api/compliance/backtests/{id}/alerts/{transferId}': { path: { id: uuid, transferId: uuid } },
  'DELETE /api/compliance/backtests/{id}': { path: { id: uuid } },
});

/** Every request about fraud rules; a reason is a text of up to 500 characters. */
export const ruleRequests = (reason: Field): Readonly<Record<string, Request>> => ({
  'GET /api/compliance/rules': {},
  'GET /api/compliance/rules/{id}': { path: { id: ruleText } },
  'POST /api/compliance/rules/{id}/draft': { body: { definition: ruleDefinition }, path: { id: ruleText } },
  'POST /api/compliance/rules/{id}/draft/discard': { path: { id: ruleText } },
  'POST /api/compliance/rules/{id}/activate': { body: { draftRevision }, path: { id: ruleText } },
  ...Object.fromEntries(
    ['draft/return', 'pause', 'retire'].map((step) => [
      `POST /api/compliance/rules/{id}/${step}`,
      { body: { reason }, path: { id: ruleText } },
    ]),
  ),
});
