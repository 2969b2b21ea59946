import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { OWNER_ONLY, parseJson } from '../config/files.js';
import type { Say } from './command.js';

/** A request is one line, a JSON array of words; longer ones are not ours. */
const REQUEST_LIMIT_BYTES = 4_096;
const CONNECTIONS_LIMIT = 4;

/** A response of the server: a line to print, or at the end the exit code. */
type Response = { readonly line: string } | { readonly code: number };

const socketFile = (dataDir: string): string => join(dataDir, 'ops.sock');

/** Runs a command in the running server and resolves to its exit code; null when no server runs. */
export function askServer(dataDir: string, words: readonly string[], say: Say): Promise<number | null> {
  return new Promise((done, failed) => {
    const socket = connect(socketFile(dataDir));
    let code = 1;
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') done(null);
      else failed(error);
    });
    socket.once('connect', () => {
      socket.write(`${JSON.stringify(words)}\n`);
      createInterface({ input: socket }).on('line', (text) => {
        const response = JSON.parse(text) as Response;
        if ('line' in response) say(response.line);
        else code = response.code;
      });
    });
    socket.once('close', (hadError) => {
      if (!hadError) done(code);
    });
  });
}

/** Runs a command and resolves to its exit code. */
export type RunCommand = (words: readonly string[], say: Say) => Promise<number>;

/** Lets the operator's command line run commands inside the server. Only the owner of the data folder can connect. */
export async function listenToOperator(dataDir: string, run: RunCommand): Promise<Server> {
  const file = socketFile(dataDir);
  // We hold the lock of the data folder, so an existing socket file was left by a killed server.
  rmSync(file, { force: true });
  const server = createServer((socket) => void answer(socket, run));
  server.maxConnections = CONNECTIONS_LIMIT;
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(file, done);
  });
  chmodSync(file, OWNER_ONLY);
  return server;
}

async function answer(socket: Socket, run: RunCommand): Promise<void> {
  const send = (response: Response) => {
    if (socket.writable) socket.write(`${JSON.stringify(response)}\n`);
  };
  socket.on('error', () => socket.destroy());
  const { data: words } = z.array(z.string()).safeParse(parseJson(await firstLine(socket)));
  send({ code: words ? await run(words, (line) => send({ line })) : 2 });
  socket.end();
}

/** The request; '' when it is too long or the connection ends first. */
function firstLine(socket: Socket): Promise<string> {
  return new Promise((done) => {
    let text = '';
    socket.on('data', (part: Buffer) => {
      text += part.toString();
      if (text.includes('\n')) done(text.slice(0, text.indexOf('\n')));
      else if (text.length > REQUEST_LIMIT_BYTES) done('');
    });
    socket.once('close', () => done(''));
  });
}
