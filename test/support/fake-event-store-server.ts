import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';

const PROGRAM = join(process.cwd(), 'test/fake-servers/eventstoredb/server.mjs');
const START_DEADLINE_MS = 60_000;
/** Longest program output kept for error messages. */
const OUTPUT_LIMIT = 20_000;

/** One fault of the fake server; test/fake-servers/eventstoredb lists the kinds. */
export interface FakeServerFault {
  readonly on: 'append' | 'read' | 'subscribe';
  readonly kind: string;
  readonly times?: number;
  readonly delayMs?: number;
  readonly events?: number;
}

/** An event that no adapter has checked. */
export interface HandWrittenEvent {
  readonly type: string;
  readonly contentType?: string;
  readonly data: string;
  readonly metadata: string;
}

/** Number of calls of each kind since the start, and the stored events. */
export interface FakeServerState {
  readonly counts: Readonly<Record<'append' | 'batchAppend' | 'read' | 'subscribe', number>>;
  readonly events: number;
}

/** TLS and credentials of a protected server; files in PEM. */
export interface FakeServerGuard {
  readonly keyFile: string;
  readonly certFile: string;
  /** `name:password` */
  readonly user: string;
}

/** The fake EventStoreDB in its own process, with one address for its whole life. */
export class FakeEventStoreServer {
  private child: ChildProcess | undefined;
  private port = 0;
  private controlPort = 0;

  private constructor(
    private readonly folder: string,
    private readonly guard: FakeServerGuard | null,
  ) {}

  static async start(guard: FakeServerGuard | null = null): Promise<FakeEventStoreServer> {
    const fakeServer = new FakeEventStoreServer(await mkdtemp(join(tmpdir(), 'flip-eventstoredb-')), guard);
    // Kept while it is stopped: outside the ephemeral range, so that no outgoing connection takes it.
    fakeServer.port = await freePort();
    fakeServer.controlPort = await freePort();
    await fakeServer.restart();
    return fakeServer;
  }

  /** The value for ESDB_URL. */
  get url(): string {
    return `esdb://${this.address}?tls=false`;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  async state(): Promise<FakeServerState> {
    return (await this.control('GET', '/state')) as FakeServerState;
  }

  /** Each fault applies to the next call of its kind, in this order. */
  async fault(...faults: readonly FakeServerFault[]): Promise<void> {
    await this.control('POST', '/faults', faults);
  }

  async healed(): Promise<void> {
    await this.control('DELETE', '/faults');
  }

  /** Adds events of an unrelated stream. */
  async addForeign(count: number): Promise<void> {
    await this.control('POST', '/foreign', { count });
  }

  /** Adds events as another program may have written them: `data` and `metadata` are arbitrary text. */
  async addByHand(stream: string, messages: readonly HandWrittenEvent[]): Promise<void> {
    await this.control('POST', '/events', { stream, messages });
  }

  /** A frozen server accepts connections and never responds. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child) return;
    this.child = undefined;
    if (child.exitCode !== null || child.signalCode !== null) return;
    await new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGKILL');
    });
  }

  /** Starts the program again with its data and address. */
  async restart(): Promise<void> {
    await this.kill();
    const ports = [`--port=${this.port}`, `--control-port=${this.controlPort}`];
    const guard = this.guard
      ? [`--tls-key=${this.guard.keyFile}`, `--tls-cert=${this.guard.certFile}`, `--user=${this.guard.user}`]
      : [];
    const child = spawn(process.execPath, [PROGRAM, `--folder=${this.folder}`, ...ports, ...guard]);
    this.child = child;
    const ready = JSON.parse(await firstLine(child)) as { port: number; controlPort: number };
    this.port = ready.port;
    this.controlPort = ready.controlPort;
  }

  /** Stops it and removes its data. */
  async dispose(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async control(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${this.controlPort}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`The fake server refused ${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (reason: string) => reject(new Error(`The fake server ${reason}:\n${output}`));
    const deadline = setTimeout(() => fail('did not start in time'), START_DEADLINE_MS);
    const read = (text: Buffer) => {
      if (output.length < OUTPUT_LIMIT) output += text.toString();
      const line = /^\{.*\}$/m.exec(output)?.[0];
      if (line === undefined) return;
      clearTimeout(deadline);
      resolve(line);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(deadline);
      fail(`ended with ${String(code)}`);
    });
  });
}
