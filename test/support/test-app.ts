import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import pino from 'pino';
import { newCommandContext } from '../../api/src/engine/commands/command-context.js';
import { CommandRunner } from '../../api/src/engine/commands/command-runner.js';
import { BEGINNING } from '../../api/src/engine/event-store/event-store.port.js';
import { EncryptedEventLog } from '../../api/src/engine/event-store/encrypted-event-log.js';
import { engineModules } from '../../api/src/engine/engine-modules.js';
import type { Actor, DomainEvent, Position, RecordedEvent } from '../../api/src/event-sourcing/event.js';
import { EventSourcingModule, featuresOf } from '../../api/src/event-sourcing/event-sourcing.module.js';
import type { Clock } from '../../api/src/config/clock.js';
import { prepareRuntime, simulatorSettings } from '../../api/src/config/prepare-runtime.js';
import { providerSettings, type Runtime } from '../../api/src/config/runtime.js';
import { SubscriptionRunner } from '../../api/src/engine/subscriptions/subscription-runner.js';
import { Vault } from '../../api/src/engine/vault/vault.port.js';
import { ViewStore } from '../../api/src/engine/view-store/view-store.port.js';
import type { StaffRole } from '../../api/src/kernel/people/accounts.js';
import { HttpModule } from '../../api/src/http/http.module.js';
import { LoadShedding } from '../../api/src/http/edge/overload.js';
import { createServer } from '../../api/src/http/edge/server.js';
import { startSimulator, type Simulator } from '../../simulator/index.js';
import { Client, type Injected, type InjectedRequest } from './client.js';
import { requireDocumented } from './documented-refusals.js';
import { NO_PROVIDERS } from './no-providers.js';
import { SmtpInbox } from './smtp-inbox.js';
import { callerHeaders, TestSessions } from './test-sessions.js';
import { PATIENCE_MS } from './wait-for.js';

const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36';

@Module({})
class TestRoot {}

function loggerTo(log: TestAppOptions['log']) {
  return log ? pino({ level: 'debug' }, { write: log }) : pino({ level: 'silent' });
}

/** Options of an application under test. */
export interface TestAppOptions {
  /** Modules that do not run, with declared streams, events and views. */
  readonly declared?: readonly Type[];
  readonly environment?: object;
  readonly now?: string;
  /** An existing data folder: a restart. */
  readonly folder?: string;
  /** Starts the simulator: the features call its providers. No providers without it. */
  readonly withSimulator?: boolean;
  /** Starts a mail server, which the application sends its mails to. */
  readonly withInbox?: boolean;
  /** The module that knows callers by their sessions; without it each request names its caller. */
  readonly sessions?: Type;
  /** Refuses requests while the event loop is late, which it shares with the tests here; off without it. */
  readonly withShedding?: boolean;
  /** Gets the lines of the log; silent without it. */
  readonly log?: (line: string) => void;
}

const OPENS_SESSIONS = /^\/api\/auth\/(?:sign-in|second-factor|link|\w+\/callback)/;

/** What runs next to an application, and ends with it. */
interface Servers {
  readonly simulator: Simulator | null;
  readonly inbox: SmtpInbox | null;
}

async function newServer(
  root: DynamicModule,
  { config }: Runtime,
  { log, withShedding = false }: TestAppOptions,
): Promise<NestFastifyApplication> {
  const app = await createServer(root, config, loggerTo(log));
  if (!withShedding) Object.assign(app.get(LoadShedding), { check: () => undefined });
  return app;
}

/** The configuration of an application, and the servers that it is to call. */
async function prepared(
  { folder, clock, environment }: Pick<TestApp, 'folder' | 'clock'> & { readonly environment: object },
  { withInbox = false, withSimulator = false }: TestAppOptions,
): Promise<{ readonly runtime: Runtime; readonly servers: Servers }> {
  const inbox = withInbox ? await SmtpInbox.open() : null;
  const own = { FLIP_DATA: folder, PORT: '0', NODE_ENV: 'test', ...(inbox && { SMTP_URL: inbox.url }) };
  const port: Clock = { now: () => clock.nowMs };
  const configured = { ...(await prepareRuntime({ ...own, ...environment })), clock: port };
  const simulator = withSimulator ? await startSimulator(simulatorSettings(configured)) : null;
  const smtpUrl = configured.config.SMTP_URL ?? '';
  const providers = simulator ? providerSettings(configured, simulator) : { ...NO_PROVIDERS, smtpUrl };
  return { runtime: { ...configured, providers }, servers: { simulator, inbox } };
}

/** Some features behind the real HTTP edge, with their own embedded stores and clock. */
export class TestApp {
  private constructor(
    private readonly app: NestFastifyApplication,
    private readonly runtime: Runtime,
    readonly folder: string,
    readonly clock: { nowMs: number },
    private readonly views: readonly string[],
    private readonly servers: Servers,
  ) {}

  static async open(
    modules: readonly Type[],
    { environment = {}, now = '2026-11-01T12:00:00.000Z', ...options }: TestAppOptions = {},
  ): Promise<TestApp> {
    const clock = { nowMs: Date.parse(now) };
    const { folder = mkdtempSync(join(tmpdir(), 'flip-app-')) } = options;
    const { runtime, servers } = await prepared({ folder, clock, environment }, options);
    const { sessions = TestSessions } = options;
    const imports = [...modules, ...declaredOnly(options.declared ?? [])];
    const features = featuresOf({ module: TestRoot, imports: [sessions, ...imports] });
    const root = {
      module: TestRoot,
      imports: [...engineModules(runtime, features), sessions, HttpModule, ...imports],
    };
    const app = await newServer(root, runtime, options);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    const views = features.projections.map(({ name }) => name);
    return new TestApp(app, runtime, folder, clock, views, servers);
  }

  /** Also listens on the network, where the simulator delivers, and returns its address. */
  async listen(): Promise<string> {
    await this.app.listen(0, '127.0.0.1');
    const url = await this.app.getUrl();
    this.servers.simulator?.deliverTo(url);
    return url;
  }

  get simulator(): Simulator {
    if (!this.servers.simulator) throw new Error('Opened without the simulator');
    return this.servers.simulator;
  }

  get inbox(): SmtpInbox {
    if (!this.servers.inbox) throw new Error('Opened without a mail server');
    return this.servers.inbox;
  }

  get secrets(): Runtime['secrets'] {
    return this.runtime.secrets;
  }

  /** One request. A refusal that is not documented fails the test. */
  async inject(request: InjectedRequest): Promise<Injected> {
    // Time goes on: a saga that is late ends no session that was opened after its event.
    if (OPENS_SESSIONS.test(request.url)) this.clock.nowMs += 1;
    const response = await this.app.inject(request);
    requireDocumented(this.app, request, response);
    return response;
  }

  /** Stops the application and keeps its data folder. */
  async stop(): Promise<void> {
    await this.app.close();
    await this.servers.simulator?.close();
    await this.servers.inbox?.close();
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A provider of a feature under test. */
  get<Provider>(type: abstract new (...args: never[]) => Provider): Provider {
    return this.app.get<Provider>(type);
  }

  /** Appends events to a stream as if they had been decided, and waits for the views. */
  async record(
    stream: string,
    facts: readonly DomainEvent[],
    actor: Actor = { kind: 'system', id: 'test' },
  ): Promise<void> {
    const { position } = await this.get(CommandRunner).execute({
      decider: {
        name: 'recorded-in-test',
        initialState: () => null,
        decide: () => facts,
        evolve: (state: null) => state,
      },
      stream,
      command: {},
      context: newCommandContext(actor),
    });
    await this.shown(position ?? BEGINNING);
  }

  /** Waits until every view shows what was recorded, and a saga has reacted to it. */
  async caughtUp(saga?: string): Promise<void> {
    const { subscriptions } = this;
    const head = await this.eventLog.head();
    if (saga) expect(await subscriptions.reacted(saga, head, PATIENCE_MS)).toBe(true);
    await this.shown(saga ? await this.eventLog.head() : head);
  }

  private async shown(position: Position): Promise<void> {
    const views = this.views.map((name) => this.subscriptions.caughtUp({ name }, position, PATIENCE_MS));
    expect(await Promise.all(views)).not.toContain(false);
  }

  /** The events of a stream. */
  async events<Event extends DomainEvent>(stream: string): Promise<readonly RecordedEvent<Event>[]> {
    const events: RecordedEvent<Event>[] = [];
    for await (const event of this.eventLog.read<Event>(stream)) events.push(event);
    return events;
  }

  get commands(): CommandBus {
    return this.app.get(CommandBus);
  }

  get eventLog(): EncryptedEventLog {
    return this.app.get(EncryptedEventLog);
  }

  get vault(): Vault {
    return this.app.get(Vault);
  }

  get viewStore(): ViewStore {
    return this.app.get(ViewStore);
  }

  get subscriptions(): SubscriptionRunner {
    return this.app.get(SubscriptionRunner);
  }

  /** The client of a caller who is named by a header. */
  person(uid: string, ...roles: readonly StaffRole[]): Client {
    return new Client(this, callerHeaders(uid, roles), uid);
  }

  /** The client of a caller who signs in, where the module that knows sessions runs. */
  browser(userAgent = USER_AGENT): Client {
    return new Client(this, { 'user-agent': userAgent });
  }
}

/** The declarations of modules without the modules and their sagas. */
function declaredOnly(modules: readonly Type[]): readonly DynamicModule[] {
  return modules.map((module) => {
    const { prefixes, events, projections, refusals } = featuresOf(module);
    const streams = prefixes.map((prefix) => ({ prefix }));
    return EventSourcingModule.forFeature({ streams, events, projections, refusals });
  });
}
