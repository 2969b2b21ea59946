import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { decryptFields, encryptFields, readEnvelope } from './envelope.js';

const ENVELOPES = 2_500;
const IV_LENGTH = 16;

it('encrypts each text with its own random bytes and decrypts it again', () => {
  const key = createSecretKey(randomBytes(32));
  const uid = randomUUID();
  const used = new Set<string>();
  for (let place = 0; place < ENVELOPES; place++) {
    const context = `TransferRequested|1|sender-${uid}|${String(place)}`;
    const envelope = readEnvelope(
      encryptFields({ key, context }, uid, new Map([['recipient', 'Zoë Müller']])),
    );
    if (!envelope) throw new Error('no envelope');
    expect(decryptFields(envelope, key, context)).toEqual(['Zoë Müller']);
    used.add(envelope.body.slice(0, IV_LENGTH));
  }
  expect(used.size).toBe(ENVELOPES);
});

it('does not decrypt in another event, under another field name or with another key (ASVS 11.2.3, 11.3.1, 11.3.2, 11.3.3)', () => {
  const key = createSecretKey(randomBytes(32));
  const envelope = readEnvelope(
    encryptFields({ key, context: 'here' }, randomUUID(), new Map([['handle', '$maya']])),
  );
  if (!envelope) throw new Error('no envelope');
  const header = envelope.header.replace('handle', 'recipient');
  expect(() => decryptFields(envelope, key, 'there')).toThrow();
  expect(() => decryptFields({ ...envelope, header }, key, 'here')).toThrow();
  expect(() => decryptFields(envelope, createSecretKey(randomBytes(32)), 'here')).toThrow();
});

it('decrypts what an earlier release encrypted', () => {
  const key = createSecretKey(Buffer.alloc(32, 7));
  const stored = '1:ana:recipient,note:huFK5WKlo9BBNwvCl9miSXliQQhcWUKMjNBZ0Fkrm1lO0Ogti4sBE799Jtc2PT0';
  const envelope = readEnvelope(stored);
  expect(envelope).toMatchObject({ uid: 'ana', fields: ['recipient', 'note'] });
  if (!envelope) throw new Error('no envelope');
  expect(decryptFields(envelope, key, 'TransferRequested|1|sender-ana|id-1')).toEqual(['Zoë Müller', '']);
});

it.each([undefined, 7, '', '2:ana:note:AAAA', '1::note:AAAA', '1:ana::AAAA', '1:ana:note:', '1:ana:note'])(
  'does not treat %j as an envelope',
  (text) => {
    expect(readEnvelope(text)).toBeNull();
  },
);

it('refuses a uid that contains its separators', () => {
  const key = createSecretKey(randomBytes(32));
  for (const uid of ['', 'a:b', 'a'.repeat(65)])
    expect(() => encryptFields({ key, context: 'here' }, uid, new Map([['note', '']]))).toThrow(TypeError);
});
