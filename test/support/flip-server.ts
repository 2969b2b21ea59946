import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import { Browser } from './browser.js';

const root = process.cwd();
const START_DEADLINE_MS = 120_000;

/** Real providers, none of which is reached. */
export const withoutTestMode = {
  TEST_MODE: 'false',
  SMTP_URL: 'smtp://127.0.0.1:9',
  PERSONA_API_URL: 'http://127.0.0.1:9',
  PERSONA_API_KEY: 'a-key',
  PERSONA_WEBHOOK_SECRETS: 'wbhsec_8f14e45fceea167a',
  PAYPAL_CLIENT_ID: 'a-client',
  PAYPAL_CLIENT_SECRET: 'a-secret',
  PAYPAL_WEBHOOK_ID: 'WH-1',
  STRIPE_API_URL: 'http://127.0.0.1:9',
  STRIPE_SECRET_KEY: 'sk_live_8f14e45fceea',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_c9f0f895fb98',
  STRIPE_WEBHOOK_SECRETS: 'whsec_45c48cce2e2d7fbd',
};

export interface ServerOptions {
  /** An existing data folder: a restart. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Where `dist` is, if not in the project. */
  readonly root?: string;
  /** Freezes the server's clock at this instant; move it with `setClock`. */
  readonly frozenAt?: string;
}

/** The built server in its own process with its own data folder, started the way the README says. */
export class FlipServer {
  readonly #output: string[] = [];
  private constructor(
    private readonly child: ChildProcess,
    readonly dataDir: string,
    private readonly clockFile: string,
  ) {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => this.#output.push(text.toString()));
  }

  url = '';

  static async start(options: ServerOptions = {}): Promise<FlipServer> {
    const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'flip-data-'));
    const clockFile = join(dataDir, 'test-clock');
    if (options.frozenAt !== undefined) writeFileSync(clockFile, options.frozenAt);
    const from = options.root ?? root;
    const child = spawn(process.execPath, [join(from, 'dist/server/main.js')], {
      cwd: from,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        PORT: String(await freePort()),
        FLIP_DATA: dataDir,
        DEMO_HISTORY: 'off',
        // Not next to a port that another suite is about to take.
        SIMULATOR_PORT: '0',
        ...(options.frozenAt === undefined ? {} : { FLIP_TEST_CLOCK: clockFile }),
        ...options.env,
      },
    });
    const server = new FlipServer(child, dataDir, clockFile);
    server.url = await server.listening();
    return server;
  }

  /** Origin of its simulated providers. */
  get simulatorUrl(): string {
    const url = /Sent mail is shown at (http:\/\/\S+)\/outbox/.exec(this.output)?.[1];
    if (url === undefined) throw new Error('this server has no simulator');
    return url;
  }

  /** All the server has printed so far. */
  get output(): string {
    return this.#output.join('');
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The server did not start');
    return this.child.pid;
  }

  /** A headless client: cookies, the header of unsafe methods, the position header. */
  browser(): Browser {
    return new Browser(this.url, () => this.clock());
  }

  /** Milliseconds by the server's clock. */
  private clock(): number {
    return existsSync(this.clockFile) ? Date.parse(readFileSync(this.clockFile, 'utf8')) : Date.now();
  }

  /** Moves the frozen clock to this instant. */
  setClock(instant: string): void {
    writeFileSync(this.clockFile, instant);
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    return new Promise((done) => {
      if (this.child.exitCode !== null || this.child.signalCode !== null) {
        done(this.child.exitCode);
        return;
      }
      this.child.once('exit', (code) => done(code));
      this.child.kill(signal);
    });
  }

  /** Resolves to the exit code once the server has exited. */
  ended(): Promise<number | null> {
    if (this.child.exitCode !== null) return Promise.resolve(this.child.exitCode);
    return new Promise((done) => this.child.once('exit', done));
  }

  /** Stops it and removes its data. */
  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  private listening(): Promise<string> {
    return new Promise((done, failed) => {
      const deadline = setTimeout(
        () => failed(new Error(`No address within the deadline:\n${this.output}`)),
        START_DEADLINE_MS,
      );
      // Once: a server under load prints much more than the text searched for.
      const look = () => {
        const address = /Server listening at (http:\/\/\S+)/.exec(this.output)?.[1];
        if (address === undefined) return;
        clearTimeout(deadline);
        this.child.stdout?.off('data', look);
        done(address);
      };
      this.child.stdout?.on('data', look);
      // Not 'exit', which can fire before the last output.
      this.child.once('close', (code) => {
        clearTimeout(deadline);
        failed(new Error(`The server ended with ${String(code)}:\n${this.output}`));
      });
    });
  }
}
