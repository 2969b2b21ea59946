import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { INestApplicationContext } from '@nestjs/common';
import { UsageError, WRITING_COMMANDS, type Say } from './operator-command.js';

/** A request is one line of JSON words; longer ones are not ours. */
const REQUEST_LIMIT_BYTES = 4_096;
const CONNECTIONS_LIMIT = 4;

type Message = { readonly line: string } | { readonly code: number };

const socketFile = (dataDir: string) => join(dataDir, 'ops.sock');

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
  chmodSync(file, 0o600);
  return server;
}

/** Runs one command in the running server; null when none runs. Resolves to the exit code. */
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
        const message = JSON.parse(text) as Message;
        if ('line' in message) say(message.line);
        else code = message.code;
      });
    });
    socket.once('close', (hadError) => {
      if (!hadError) done(code);
    });
  });
}

/** Runs a writing command here; refusals are said, and 2 tells that the words were wrong. */
export async function runWritingCommand(
  app: INestApplicationContext,
  [name = '', ...words]: readonly string[],
  say: Say,
): Promise<number> {
  try {
    const command = WRITING_COMMANDS[name];
    if (!command) throw new UsageError(`no such command: ${name}`);
    await command({ app, words, say });
    return 0;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

async function answer(app: INestApplicationContext, socket: Socket): Promise<void> {
  const send = (message: Message) => {
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
