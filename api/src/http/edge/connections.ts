import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const CONNECTIONS_LIMIT = 5_000;
/** Browsers have at most one request in progress on a connection, a pipelining proxy a few. */
const REQUESTS_PER_CONNECTION = 16;

/** Headers of answers to requests that no route sees. */
export const BARE_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** Limits what one client can have in progress: a connection with too many unanswered requests is closed. */
export function limitConnections(instance: FastifyInstance): void {
  const inProgress = new WeakMap<Socket, number>();
  const { server } = instance;
  server.maxConnections = CONNECTIONS_LIMIT;
  server.on('checkExpectation', (_request, response) => void response.writeHead(417, BARE_HEADERS).end());
  instance.addHook('onRequest', ({ raw: { socket } }, _reply, done) => {
    const count = (inProgress.get(socket) ?? 0) + 1;
    inProgress.set(socket, count);
    if (count > REQUESTS_PER_CONNECTION) socket.destroy();
    else done();
  });
  instance.addHook('onResponse', ({ raw: { socket } }, _reply, done) => {
    inProgress.set(socket, (inProgress.get(socket) ?? 1) - 1);
    done();
  });
}

/** Once `stopping` aborts, closes every connection on which no complete request waits for its response. */
export function closeIncomplete({ server }: FastifyInstance, stopping: AbortSignal): void {
  const open = new Map<Socket, Set<ServerResponse>>();
  server.on('connection', (socket: Socket) => {
    if (stopping.aborted) socket.destroy();
    open.set(socket, new Set());
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    open.get(socket)?.add(response);
    response.once('close', () => open.get(socket)?.delete(response));
  });
  stopping.addEventListener('abort', () => {
    for (const [socket, responses] of open)
      if (![...responses].some(({ req }) => req.complete)) socket.destroy();
  });
}

/** Responds to data that is not HTTP, came too slowly or has too large headers, and closes the connection. */
export function refuseConnection(error: { readonly code?: string }, socket: Socket): void {
  const status = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }[error.code ?? ''] ?? 400;
  const headers = { ...BARE_HEADERS, 'content-length': '0', connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
  socket.destroy();
}
