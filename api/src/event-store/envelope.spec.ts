import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { open, readEnvelope, seal } from './envelope.js';

/** More than one drawing of random bytes is enough for. */
const ENVELOPES = 2_500;
const IV_LENGTH = 16;

it('seals each text under random bytes of its own and opens it again', () => {
  const key = createSecretKey(randomBytes(32));
  const uid = randomUUID();
  const used = new Set<string>();
  for (let place = 0; place < ENVELOPES; place++) {
    const context = `TransferRequested|1|sender-${uid}|${String(place)}`;
    const envelope = readEnvelope(seal({ key, context }, uid, new Map([['recipient', 'Zoë Müller']])));
    if (!envelope) throw new Error('no envelope');
    expect(open(envelope, key, context)).toEqual(['Zoë Müller']);
    used.add(envelope.body.slice(0, IV_LENGTH));
  }
  expect(used.size).toBe(ENVELOPES);
});

it('does not open in another place, under another name of its fields or with another key', () => {
  const key = createSecretKey(randomBytes(32));
  const envelope = readEnvelope(seal({ key, context: 'here' }, randomUUID(), new Map([['handle', '$maya']])));
  if (!envelope) throw new Error('no envelope');
  const header = envelope.header.replace('handle', 'recipient');
  expect(() => open(envelope, key, 'there')).toThrow();
  expect(() => open({ ...envelope, header }, key, 'here')).toThrow();
  expect(() => open(envelope, createSecretKey(randomBytes(32)), 'here')).toThrow();
});
