import fastify, { type FastifyInstance } from 'fastify';
import { unambiguousJson } from './json-body.js';

describe('a JSON body', () => {
  let instance: FastifyInstance;
  beforeAll(() => {
    instance = fastify();
    instance.addContentTypeParser('application/json', { parseAs: 'buffer' }, unambiguousJson(instance));
    instance.post('/', (request) => ({ read: request.body }));
  });
  afterAll(() => instance.close());

  const send = (payload: string | Buffer) =>
    instance.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': 'application/json' } });

  it.each([
    ['of one object', '{"text":"a","text":"b"}'],
    ['in another spelling', String.raw`{"text":"a","t\u0065xt":"b"}`],
    ['after an object that has it too', '{"text":"a","of":{"text":"b"},"text":"c"}'],
    ['after a list', '{"text":"a","list":["b",{"c":1}],"text":"d"}'],
    ['of an object in a list', '[{"text":"a"},{"text":"b","text":"c"}]'],
  ])('is refused with a key twice: %s', async (_, payload) => {
    const { statusCode, body } = await send(payload);
    expect([statusCode, body]).toEqual([400, expect.stringContaining('it has a key twice')]);
  });

  it.each([
    ['in nested objects', '{"text":"a","of":{"text":"b","in":{"text":"c"}},"to":{"text":"d"}}'],
    ['after an object that has it', '{"of":{"text":"a"},"text":"b"}'],
    ['in each object of a list', '[{"text":"a"},{"text":"b"}]'],
    ['as a value', '{"text":"text","list":["text","text",["text"]],"name":"{\\"text\\":"}'],
  ])('may have the same text %s', async (_, payload) => {
    const { statusCode, body } = await send(payload);
    expect([statusCode, JSON.parse(body)]).toEqual([200, { read: JSON.parse(payload) as unknown }]);
  });

  it('is refused when it is not UTF-8, or no JSON', async () => {
    expect((await send(Buffer.from('{"text":"\xe9"}', 'latin1'))).statusCode).toBe(400);
    expect((await send('{"text":')).statusCode).toBe(400);
  });
});
