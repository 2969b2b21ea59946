import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Controller, Get, Module } from '@nestjs/common';
import { fastify } from 'fastify';
import { TestApp } from '../../../../test/support/test-app.js';
import { limitConnections } from './connections.js';

const sockets: Socket[] = [];
let slowRequests = 0;
let release: () => void = () => undefined;
const released = new Promise<void>((done) => (release = done));

@Controller()
class NotesController {
  @Get('notes')
  notes(): object {
    return {};
  }

  @Get('slow')
  slow(): Promise<void> {
    slowRequests += 1;
    return released;
  }
}

@Module({ controllers: [NotesController] })
class NotesModule {}

describe('a connection', () => {
  let app: TestApp;
  let port = 0;
  beforeAll(async () => {
    app = await TestApp.open([NotesModule]);
    port = Number(new URL(await app.listen()).port);
  });
  afterAll(() => {
    release();
    for (const socket of sockets) socket.destroy();
    return app.close();
  });

  /** Sends exactly this; resolves to what came back once the server has closed the connection. */
  const send = (text: string) =>
    new Promise<string>((done) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
        .on('data', (part) => (answer += part.toString()))
        .on('error', () => undefined)
        .on('close', () => done(answer));
      sockets.push(socket);
    });
  const head = (line: string, ...headers: string[]) =>
    [`${line} HTTP/1.1`, 'connection: close', ...headers, '', ''].join('\r\n');

  it.each([
    [400, 'an address that is none', head('GET /api/%zz', 'host: localhost')],
    [400, 'two hosts', head('GET /api/notes', 'host: localhost', 'host: evil.example')],
    [400, 'what is not HTTP', 'hello\r\n\r\n'],
    [417, 'an expectation', head('GET /api/notes', 'host: localhost', 'expect: everything')],
    [431, 'too large headers', head('GET /api/notes', 'host: localhost', `x: ${'a'.repeat(20_000)}`)],
  ])('gets %i for %s, with security headers (ASVS 4.2.1)', async (status, _, text) => {
    const answer = await send(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${String(status)} `));
    expect(answer).toMatch(/^content-security-policy: default-src/im);
    expect(answer).toMatch(/^x-content-type-options: nosniff/im);
  });

  it('is closed with more than 16 outstanding requests (ASVS 15.1.3, 15.2.2)', async () => {
    const slow = 'GET /api/slow HTTP/1.1\r\nhost: localhost\r\n\r\n';
    expect(await send(slow.repeat(40))).toBe('');
    expect(slowRequests).toBeLessThanOrEqual(16);
  });

  it('gets the responses to any number of sequential requests', async () => {
    const one = 'GET /api/notes HTTP/1.1\r\nhost: localhost\r\n\r\n';
    const answers = await send(one.repeat(10) + head('GET /api/notes', 'host: localhost'));
    expect(answers.split('HTTP/1.1 200')).toHaveLength(12);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const read = () =>
      new Promise<number | undefined>((done, failed) => {
        const asked = get({ agent, port, path: '/api/notes' }, (response) =>
          response.resume().once('end', () => done(response.statusCode)),
        );
        asked.once('error', failed);
      });
    for (let count = 0; count < 40; count += 1) expect(await read()).toBe(200);
    agent.destroy();
  });

  it('is one of a limited number', () => {
    const instance = fastify();
    limitConnections(instance);
    expect(instance.server.maxConnections).toBe(5_000);
  });
});
