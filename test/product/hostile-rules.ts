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
