import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Largest body a request to the simulator may have, bytes. */
const BODY_LIMIT_BYTES = 64 * 1024;
/** How many ports after the wanted one are tried. */
const PORT_ATTEMPTS = 50;
const REQUEST_DEADLINE_MS = 10_000;

/** A request as the simulator's parts see it: the body is read, bounded and still text. */
export interface SimulatorRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** What the route's groups matched. */
  readonly groups: readonly string[];
}

/** An answer; `cut` closes the connection instead of answering, as a network does. */
export interface SimulatorReply {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cut?: boolean;
}

/** One route: the path is matched whole. */
export interface SimulatorRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: RegExp;
  readonly answer: (request: SimulatorRequest) => SimulatorReply | Promise<SimulatorReply>;
}

/** A page or style sheet: nothing from elsewhere is loaded, no script of the page itself runs. */
export function page(status: number, html: string, policy = ''): SimulatorReply {
  const csp = `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; ${policy || "form-action 'self'"}`;
  return {
    status,
    body: html,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': csp },
  };
}

/** A JSON answer. */
export function json(status: number, value: unknown): SimulatorReply {
  return {
    status,
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json; charset=utf-8' },
  };
}

/** Listens on `host` at `port` or the next free one after it (0 = any) and answers by `routes`. */
export async function listen(
  routes: readonly SimulatorRoute[],
  address: { readonly host: string; readonly port: number },
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    respond(routes, request, response).catch(() => response.destroy());
  });
  server.requestTimeout = REQUEST_DEADLINE_MS;
  server.headersTimeout = REQUEST_DEADLINE_MS;
  await listenFrom(server, address);
  const { port } = server.address() as AddressInfo;
  return { url: `http://${urlHost(address.host)}:${port}`, close: () => closed(server) };
}

/** A host as it stands in a URL; a wildcard address is reached over loopback. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

async function listenFrom(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  const last = port === 0 ? 0 : Math.min(port + PORT_ATTEMPTS - 1, 65_535);
  for (let candidate = port; ; candidate += 1) {
    if (await listensAt(server, host, candidate)) return;
    if (candidate >= last) throw new Error(`The simulator found no free port from ${port} to ${last}`);
  }
}

function listensAt(server: Server, host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    };
    server.once('error', refused);
    server.listen(port, host, () => {
      server.off('error', refused);
      resolve(true);
    });
  });
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
  response.end(reply.body);
}

async function replyTo(routes: readonly SimulatorRoute[], request: IncomingMessage): Promise<SimulatorReply> {
  const url = requestUrl(request.url);
  if (!url) return json(400, { error: 'Not an address' });
  const body = await readBody(request);
  if (body === null)
    return { ...json(413, { error: 'The body is too large' }), headers: { connection: 'close' } };
  const matching = routes.filter((route) => route.path.test(url.pathname));
  const route = matching.find(({ method }) => method === request.method);
  if (!route) return json(matching.length > 0 ? 405 : 404, { error: 'There is nothing here' });
  const groups = (route.path.exec(url.pathname) ?? []).slice(1);
  return route.answer({ method: route.method, url, headers: request.headers, body, groups });
}

function requestUrl(path: string | undefined): URL | null {
  const base = 'http://simulator.invalid';
  return URL.canParse(path ?? '/', base) ? new URL(path ?? '/', base) : null;
}

/** The body as text, or null when it is too large. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
