import { readFileSync } from 'node:fs';
import { lifecycleEvents } from '../lifecycle/lifecycle.events.js';
import { verificationEvents } from '../verification/verification.events.js';

it('has every event with a provider’s own time in docs/event-model.md', () => {
  const [, section = ''] = readFileSync('docs/event-model.md', 'utf8').split('## When an event happened');
  const [listed = ''] = section.split('TransferDelivered');
  const dated = [...lifecycleEvents, ...verificationEvents].filter(
    // A webhook has a stream of its own.
    ({ type, example }) => 'providerAt' in example && type !== 'ProviderEventReceived',
  );
  const named = listed.slice(listed.indexOf('- of a payment')).match(/[A-Z]\w+[a-z][A-Z]\w+/g);
  expect(new Set(named)).toEqual(new Set(dated.map(({ type }) => type)));
});
