import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { isLoopback } from '../api/src/kernel/loopback.js';

/** Largest request body, bytes. */
const BODY_LIMIT_BYTES = 64 * 1024;
/** Fixed, independent of the server's own address: reading everybody's mail here is enough to take over every account. */
export const LOOPBACK = '127.0.0.1';
const REQUEST_DEADLINE_MS = 10_000;

/** A request as routes receive it: the body is read, limited in size and still text. */
export interface SimulatorRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** What the groups of the route's path matched. */
  readonly groups: readonly string[];
}

/** A response; `cut` closes the connection instead, like a network failure. */
export interface SimulatorReply {
  readonly status: number;
  readonly body?: string;
  /** In place of a text. */
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cut?: boolean;
}

export type Handler = (request: SimulatorRequest) => SimulatorReply | Promise<SimulatorReply>;

/** One route: `path` must match the entire path. */
export interface SimulatorRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: RegExp;
  readonly handle: Handler;
}

export const get = (path: RegExp, handle: Handler): SimulatorRoute => ({ method: 'GET', path, handle });
export const post = (path: RegExp, handle: Handler): SimulatorRoute => ({ method: 'POST', path, handle });

/** Who may show a page in a frame, and where its forms may lead. */
interface PagePolicy {
  readonly ancestors?: readonly string[];
  readonly formAction?: readonly string[];
}

/** A page that loads nothing from other origins and runs no inline script. */
export function page(status: number, html: string, policy: PagePolicy = {}): SimulatorReply {
  const ancestors = policy.ancestors?.join(' ') ?? "'none'";
  const forms = ["'self'", ...(policy.formAction ?? [])].join(' ');
  const csp = `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors ${ancestors}; form-action ${forms}`;
  return {
    status,
    body: html,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': csp },
  };
}

/** A style sheet or script. */
export function asset(path: RegExp, type: string, body: string): SimulatorRoute {
  const headers = { 'content-type': `${type}; charset=utf-8` };
  return get(path, () => ({ status: 200, headers, body }));
}

/** A file of a package, which a browser keeps. */
export function packagedFile(path: RegExp, type: string, name: string): SimulatorRoute {
  const headers = { 'content-type': type, 'cache-control': 'max-age=86400' };
  const file = createRequire(import.meta.url).resolve(name);
  return get(path, async () => ({ status: 200, headers, bytes: await readFile(file) }));
}

/** Redirects to another page after a form. */
export function seeOther(location: string): SimulatorReply {
  return { status: 303, headers: { location } };
}

/** A JSON response. */
export function json(status: number, value: unknown): SimulatorReply {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers, body: JSON.stringify(value) };
}

/** Serves `routes` on the loopback address at the first free one of `ports` (0 = any). @throws Error when all are taken */
export async function listen(
  routes: readonly SimulatorRoute[],
  ports: number | readonly number[],
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    respond(routes, request, response).catch(() => response.destroy());
  });
  server.requestTimeout = REQUEST_DEADLINE_MS;
  server.headersTimeout = REQUEST_DEADLINE_MS;
  await listenAtFirst(server, [ports].flat());
  const address = server.address() as AddressInfo;
  return { url: `http://${LOOPBACK}:${address.port}`, close: () => closed(server) };
}

async function listenAtFirst(server: Server, [port = 0, ...others]: readonly number[]): Promise<void> {
  const problem = await new Promise<NodeJS.ErrnoException | null>((done) => {
    server.once('error', done);
    server.listen(port, LOOPBACK, () => {
      server.off('error', done);
      done(null);
    });
  });
  if (problem?.code === 'EADDRINUSE' && others.length > 0) return listenAtFirst(server, others);
  if (problem) throw new Error(`SIMULATOR_PORT: ${problem.message}`);
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function respond(
  routes: readonly SimulatorRoute[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = await replyTo(routes, request).catch(() => json(500, { error: 'The simulator failed' }));
  if (reply.cut) {
    response.destroy();
    return;
  }
  response.writeHead(reply.status, {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...reply.headers,
  });
  response.end(reply.bytes ?? reply.body);
}

async function replyTo(routes: readonly SimulatorRoute[], request: IncomingMessage): Promise<SimulatorReply> {
  if (!isLoopback(requestUrl(`//${request.headers.host ?? ''}`)?.hostname ?? ''))
    return json(421, { error: 'Ask for this machine by its own name' });
  const url = requestUrl(request.url);
  if (!url) return json(400, { error: 'Not an address' });
  const body = await readBounded(request, BODY_LIMIT_BYTES).catch(() => null);
  if (body === null)
    return { ...json(413, { error: 'The body is too large' }), headers: { connection: 'close' } };
  const matching = routes.filter((route) => route.path.test(url.pathname));
  const route = matching.find(({ method }) => method === request.method);
  if (!route) return json(matching.length > 0 ? 405 : 404, { error: 'There is nothing here' });
  const groups = (route.path.exec(url.pathname) ?? []).slice(1);
  return route.handle({ method: route.method, url, headers: request.headers, body, groups });
}

function requestUrl(path: string | undefined): URL | null {
  const base = 'http://simulator.invalid';
  return URL.canParse(path ?? '/', base) ? new URL(path ?? '/', base) : null;
}

/** The text of a body. @throws Error for one above the limit, or when the connection breaks */
async function readBounded(body: AsyncIterable<Buffer>, limitBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limitBytes) throw new Error('The body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
