import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import { OWNER_ONLY } from '../config/durable-files.js';
import { type OperatorMessage, socketFile } from './ask-server.js';
import { runWritingCommand } from './writing-commands.js';

/** A request is one line of JSON words; longer ones are not ours. */
const REQUEST_LIMIT_BYTES = 4_096;
const CONNECTIONS_LIMIT = 4;

/** Lets the operator's command line, and nobody but the folder's owner, run writing commands inside the server. */
export async function listenToOperator(app: INestApplicationContext, dataDir: string): Promise<Server> {
  const file = socketFile(dataDir);
  // The data folder's lock is ours, so a socket file that is still there was left by a killed server.
  rmSync(file, { force: true });
  const server = createServer((socket) => void answer(app, socket));
  server.maxConnections = CONNECTIONS_LIMIT;
  const mask = process.umask(0o077);
  try {
    await new Promise<void>((done, failed) => {
      server.once('error', failed);
      server.listen(file, done);
    });
  } finally {
    process.umask(mask);
  }
  chmodSync(file, OWNER_ONLY);
  return server;
}

async function answer(app: INestApplicationContext, socket: Socket): Promise<void> {
  const send = (message: OperatorMessage) => {
    if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
  };
  socket.on('error', () => socket.destroy());
  const words = await firstLine(socket);
  const code = words ? await runWritingCommand(app, words, (line) => send({ line })) : 2;
  send({ code });
  socket.end();
}

/** The words of the request, null when it is not one. */
function firstLine(socket: Socket): Promise<readonly string[] | null> {
  return new Promise((done) => {
    let text = '';
    socket.on('data', (part: Buffer) => {
      text += part.toString();
      if (text.includes('\n')) done(wordsOf(text.slice(0, text.indexOf('\n'))));
      else if (text.length > REQUEST_LIMIT_BYTES) done(null);
    });
    socket.once('close', () => done(null));
  });
}

function wordsOf(line: string): readonly string[] | null {
  try {
    const words: unknown = JSON.parse(line);
    return Array.isArray(words) && words.every((word) => typeof word === 'string') ? words : null;
  } catch {
    return null;
  }
}
