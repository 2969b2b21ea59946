import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { I18nValidationException } from 'nestjs-i18n';
import { jsonBodyParser } from './json-body.js';

describe('a JSON body', () => {
  let instance: FastifyInstance;
  beforeAll(() => {
    instance = fastify();
    instance.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonBodyParser(instance));
    instance.setErrorHandler((error: FastifyError & Partial<I18nValidationException>, _request, reply) =>
      reply.code(400).send({ message: error.message, field: error.errors?.[0]?.property }),
    );
    instance.post('/', (request) => ({ read: request.body }));
    instance.post('/references', { config: { referenceFields: ['reference'] } }, () => ({}));
    instance.post('/api/webhooks/any', (request) => ({ read: String(request.body) }));
  });
  afterAll(() => instance.close());

  const send = (payload: string | Buffer, url = '/') =>
    instance.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } });

  it.each([
    ['of one object', '{"text":"a","text":"b"}'],
    ['in another spelling', String.raw`{"text":"a","t\u0065xt":"b"}`],
    ['after an object that has it too', '{"text":"a","of":{"text":"b"},"text":"c"}'],
    ['after a list', '{"text":"a","list":["b",{"c":1}],"text":"d"}'],
    ['of an object in a list', '{"list":[{"text":"a"},{"text":"b","text":"c"}]}'],
  ])('is refused with a duplicate key: %s', async (_, payload) => {
    const { statusCode, body } = await send(payload);
    expect([statusCode, body]).toEqual([400, expect.stringContaining('it has a key twice')]);
  });

  it.each([
    ['in nested objects', '{"text":"a","of":{"text":"b","in":{"text":"c"}},"to":{"text":"d"}}'],
    ['after an object that has it', '{"of":{"text":"a"},"text":"b"}'],
    ['in each object of a list', '{"list":[{"text":"a"},{"text":"b"}]}'],
    ['as a value', '{"text":"text","list":["text","text",["text"]],"name":"{\\"text\\":"}'],
  ])('may have the same text %s', async (_, payload) => {
    const { statusCode, body } = await send(payload);
    expect([statusCode, JSON.parse(body)]).toEqual([200, { read: JSON.parse(payload) as unknown }]);
  });

  it('is refused when it is not UTF-8 or not JSON', async () => {
    expect((await send(Buffer.from('{"text":"\xe9"}', 'latin1'))).statusCode).toBe(400);
    expect((await send('{"text":')).statusCode).toBe(400);
  });

  const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
  const keys = (count: number) =>
    `{${Array.from({ length: count }, (_, index) => `"k${String(index)}":1`).join()}}`;
  const list = (count: number) => `{"a":[${Array(count).fill('[]').join()}]}`;

  it.each([
    ['8 levels', nested(8)],
    ['64 keys', keys(64)],
    ['white space around it', ' \r\n\t{"a":1}\n'],
    ['long texts', `{"a":"${'[{,'.repeat(700)}","b":"${'[{,'.repeat(700)}"}`],
  ])('may have %s', async (_, payload) => {
    expect((await send(payload)).statusCode).toBe(200);
  });

  it.each([
    ['has 9 levels', nested(9)],
    ['has 65 keys', keys(65)],
    ['has more lists than keys are allowed', list(64)],
    ['has more texts than keys are allowed', `{"a":1${'"b"'.repeat(300)}}`],
    ['is a list 8,000 deep', `${'['.repeat(8_000)}${']'.repeat(8_000)}`],
    ['has a list 4,000 deep', `{"a":${'['.repeat(4_000)}${']'.repeat(4_000)}}`],
    ['is a list', '[{"a":1}]'],
    ['is a text', '"{}"'],
    ['is a number', '1'],
    ['is null', 'null'],
  ])('is refused when it %s', async (_, payload) => {
    expect((await send(payload)).statusCode).toBe(400);
  });

  it.each([
    ['as a text', '{"text":"4242 4242 4242 4242"}'],
    ['as a number', '{"text":4242424242424242}'],
    ['as a number of 19 digits', '{"text":6304000000000000000}'],
    ['in escaped digits', String.raw`{"text":"\u0034242424242424242"}`],
    ['as the name of a field', '{"4242424242424242":1}'],
    ['deep in a list', '{"of":[{"text":["my card: 4242-4242-4242-4242"]}]}'],
  ])('is refused with a card number %s', async (_, payload) => {
    expect((await send(payload)).json()).toMatchObject({ message: 'card_number_in_body' });
  });

  it.each([
    ['a field', `{"text":"${'a'.repeat(2_101)}"}`, 'text'],
    ['a list', `{"text":[{"of":"${'a'.repeat(2_101)}"}]}`, 'text'],
    ['the name of a field', `{"${'a'.repeat(2_101)}":1}`, 'a'.repeat(2_101)],
  ])('is refused with a text longer than any field takes in %s, by its name', async (_, payload, field) => {
    expect((await send(payload)).json()).toMatchObject({ field });
  });

  it('may contain a reference like a card number where the route takes references', async () => {
    const told = (payload: string) => send(payload, '/references');
    expect((await told('{"reference":"4242424242424242"}')).statusCode).toBe(200);
    expect((await told('{"reference":"1","text":"4242424242424242"}')).statusCode).toBe(400);
  });

  it('may contain a long number that is not a card number; a webhook may contain any', async () => {
    expect((await send('{"text":"4242424242424241","of":4242424242424241}')).statusCode).toBe(200);
    expect((await send('{"text":"4242424242424242"}', '/api/webhooks/any')).statusCode).toBe(200);
  });

  it('is not parsed for a webhook: its signature covers the bytes', async () => {
    const payload = `${'['.repeat(9_000)} no JSON`;
    expect((await send(payload, '/api/webhooks/any')).json()).toEqual({ read: payload });
  });
});
