import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Say } from './operator-command.js';

/** What a server says to the operator: a line, or the exit code at the end. */
export type OperatorMessage = { readonly line: string } | { readonly code: number };

/** Where the server of a data folder listens to its operator. */
export const socketFile = (dataDir: string): string => join(dataDir, 'ops.sock');

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
        const message = JSON.parse(text) as OperatorMessage;
        if ('line' in message) say(message.line);
        else code = message.code;
      });
    });
    socket.once('close', (hadError) => {
      if (!hadError) done(code);
    });
  });
}
