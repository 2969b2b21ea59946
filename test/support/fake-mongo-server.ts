import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MongoClient } from 'mongodb';
import { freePort } from './free-port.js';
import { waitFor } from './wait-for.js';

const PROGRAM = join(process.cwd(), 'test/fake-servers/mongodb/server.mjs');

/** A fault of commands (`slow` delays execution, `late` delays the response): of all, of one command name, or of collections with a name prefix. */
export interface MongoFault {
  readonly kind: 'silent' | 'close' | `${'close' | 'die'}-after-storing` | 'slow' | 'late' | 'refuse';
  readonly command?: string;
  readonly collection?: string;
  /** How often; without it, until faults are cleared. */
  readonly times?: number;
  readonly ms?: number;
  readonly code?: number;
}

/** A command as the fake server received it. */
export interface ReceivedCommand {
  readonly word: string;
  readonly collection: string | number;
  readonly database: string;
  readonly readConcern?: object;
  readonly writeConcern?: object;
  readonly maxTimeMS?: number;
  readonly statements: number;
}

/** The server that a contract suite runs on. */
export interface MongoServer {
  readonly url: string;
  /** For the line that names the server a suite ran against. */
  readonly kind: string;
  stop(): Promise<void>;
}

/** The real server at MONGO_URL if set, otherwise the fake server. */
export function startMongoServer(): Promise<MongoServer> {
  const url = process.env.MONGO_URL;
  if (!url) return FakeMongoServer.start();
  return Promise.resolve({ url, kind: 'real server', stop: () => Promise.resolve() });
}

/** A name unique to this run. */
export function freshDatabase(): string {
  return `flip_test_${randomUUID().replaceAll('-', '')}`;
}

export async function dropDatabase(url: string, database: string): Promise<void> {
  const client = new MongoClient(url);
  await client.db(database).dropDatabase();
  await client.close();
}

/** The fake server in its own process, with its documents on disk. */
export class FakeMongoServer implements MongoServer {
  readonly kind = 'fake server';
  private controlPort = 0;
  private port = 0;
  private child: ChildProcess | undefined;

  private constructor(private readonly folder: string) {}

  static async start(): Promise<FakeMongoServer> {
    const fakeServer = new FakeMongoServer(await mkdtemp(join(tmpdir(), 'flip-mongo-')));
    await fakeServer.run();
    return fakeServer;
  }

  get url(): string {
    return `mongodb://127.0.0.1:${this.port}/`;
  }

  fault(fault: MongoFault): Promise<unknown> {
    return this.control('POST', 'faults', fault);
  }

  endFaults(): Promise<unknown> {
    return this.control('DELETE', 'faults');
  }

  async seen(): Promise<readonly ReceivedCommand[]> {
    return (await this.control('GET', 'seen')) as ReceivedCommand[];
  }

  forgetSeen(): Promise<unknown> {
    return this.control('DELETE', 'seen');
  }

  /** Resolves once it has received this command, on a collection with this prefix, since the last `forgetSeen`. */
  received(command: string, collection: string): Promise<unknown> {
    return waitFor(`${command} on ${collection}`, async () =>
      (await this.seen()).find(
        (seen) => seen.word === command && String(seen.collection).startsWith(collection),
      ),
    );
  }

  /** Stops responding like a paused machine, and resumes later. */
  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Restarts on the same port with the stored documents, once the previous process has exited. */
  async restart(): Promise<void> {
    const { child } = this;
    if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await this.run();
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true });
  }

  private async run(): Promise<void> {
    // Kept while it is stopped: outside the ephemeral range, so that no outgoing connection takes it.
    this.port ||= await freePort();
    const child = spawn(process.execPath, [PROGRAM, this.folder, String(this.port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      const { port, controlPort } = JSON.parse(line) as { port: number; controlPort: number };
      this.port = port;
      this.controlPort = controlPort;
      return;
    }
    throw new Error('the fake server did not start');
  }

  private async control(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${this.controlPort}/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  }
}
