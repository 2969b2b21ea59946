import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { readBounded } from '../../http/edge/bounded-body.js';
import { OWNER_ONLY } from '../../config/files.js';
import { parseJson } from '../../kernel/parse-json.js';
import type { Say } from '../command.js';

/** A request's body is a JSON array of words; longer ones are not ours. */
const REQUEST_LIMIT_BYTES = 4_096;
const CONNECTIONS_LIMIT = 4;

const ENDED = 'The server ended before the command did';

/** A line of the response: one to print, or at the end the exit code. */
type Response = { readonly line: string } | { readonly code: number };

const socketFile = (dataDir: string): string => join(dataDir, 'ops.sock');

/** Runs a command in the running server and resolves to its exit code; null when no server runs. */
export function askServer(dataDir: string, words: readonly string[], say: Say): Promise<number | null> {
  return new Promise((done, failed) => {
    const to = { socketPath: socketFile(dataDir), method: 'POST', agent: false } as const;
    const asked = request(to, (answer) => {
      let code = 1;
      const lines = createInterface({ input: answer });
      lines.on('line', (text) => {
        const response = JSON.parse(text) as Response;
        if ('line' in response) say(response.line);
        else code = response.code;
      });
      lines.once('error', () => failed(new Error(ENDED)));
      answer.once('close', () => done(code));
    });
    asked.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') done(null);
      else failed(error.code === 'ECONNRESET' ? new Error(ENDED) : error);
    });
    asked.end(JSON.stringify(words));
  });
}

/** Runs a command and resolves to its exit code. */
export type RunCommand = (words: readonly string[], say: Say) => Promise<number>;

/** Lets the operator's command line run commands inside the server. Only the owner of the data folder can connect. */
export async function listenToOperator(dataDir: string, run: RunCommand): Promise<Server> {
  const file = socketFile(dataDir);
  // We hold the lock of the data folder, so an existing socket file was left by a killed server.
  rmSync(file, { force: true });
  const server = createServer((asked, answer) => void respond(asked, answer, run));
  server.maxConnections = CONNECTIONS_LIMIT;
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(file, done);
  });
  chmodSync(file, OWNER_ONLY);
  return server;
}

async function respond(asked: IncomingMessage, answer: ServerResponse, run: RunCommand): Promise<void> {
  const send = (response: Response) => answer.write(`${JSON.stringify(response)}\n`);
  const text = await readBounded(asked, REQUEST_LIMIT_BYTES).catch(() => '');
  const { data: words } = z.array(z.string()).safeParse(parseJson(text));
  send({ code: words ? await run(words, (line) => send({ line })) : 2 });
  answer.end();
}
