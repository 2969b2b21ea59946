import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CanActivate,
  type DynamicModule,
  type ExecutionContext,
  Global,
  Module,
  type Type,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import pino from 'pino';
import { ClockGuard } from '../../api/src/engine/commands/clock-guard.js';
import { newCommandContext } from '../../api/src/engine/commands/command-context.js';
import { CommandRunner } from '../../api/src/engine/commands/command-runner.js';
import { EncryptedEventLog } from '../../api/src/engine/event-store/encrypted-event-log.js';
import { engineModules } from '../../api/src/engine/engine-modules.js';
import type { Actor, DomainEvent } from '../../api/src/event-sourcing/event.js';
import { EventSourcingModule, featuresOf } from '../../api/src/event-sourcing/event-sourcing.module.js';
import type { Clock } from '../../api/src/config/clock.js';
import { prepareRuntime, simulatorSettings } from '../../api/src/config/prepare-runtime.js';
import { providerSettings, type ProviderSettings, type Runtime } from '../../api/src/config/runtime.js';
import { SubscriptionRunner } from '../../api/src/engine/subscriptions/subscription-runner.js';
import { Vault } from '../../api/src/engine/vault/vault.port.js';
import { ViewStore } from '../../api/src/engine/view-store/view-store.port.js';
import { ROLES } from '../../api/src/kernel/accounts.js';
import { HttpModule } from '../../api/src/http/http.module.js';
import { KnownCallers } from '../../api/src/http/known-callers.js';
import { LoadShedding } from '../../api/src/http/overload.js';
import type { SignedRequest } from '../../api/src/http/principal.js';
import { createServer } from '../../api/src/http/server.js';
import { startSimulator, type Simulator } from '../../simulator/index.js';
import { HeldTokens } from './held-tokens.js';
import { requireDocumented } from './documented-refusals.js';

const CATCH_UP_MS = 10_000;
/** Identifies the caller instead of a session, which the feature under test cannot open. */
const UID_HEADER = 'x-test-uid';
/** Staff roles of the caller, for features that answer by role. */
export const ROLES_HEADER = 'x-test-roles';

class TestGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<SignedRequest>();
    const uid = request.headers[UID_HEADER];
    const roles = ROLES.filter((role) => String(request.headers[ROLES_HEADER]).split(',').includes(role));
    if (typeof uid === 'string' && uid)
      request.user = {
        uid,
        sid: 'test',
        roles: ['sender', ...roles],
        hasFactor: false,
        provenAtMs: Infinity,
      };
    return true;
  }
}

const callers: KnownCallers = {
  uidOf: ({ headers }) => Promise.resolve(String(headers[UID_HEADER] ?? '') || null),
};

/** Callers by the header. */
@Global()
@Module({
  providers: [
    { provide: APP_GUARD, useClass: TestGuard },
    { provide: KnownCallers, useValue: callers },
  ],
  exports: [KnownCallers],
})
export class TestSessions {}

@Module({})
class TestRoot {}

type InjectOptions = Exclude<Parameters<NestFastifyApplication['inject']>[0], string | undefined>;
export type Injected = Awaited<ReturnType<NestFastifyApplication['inject']>>;

/** The response to one request. */
export interface TestResponse<Body> {
  readonly status: number;
  readonly text: string;
  readonly bytes: Buffer;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

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
  /** The module that knows callers by their sessions; without it each request names its caller. */
  readonly sessions?: Type;
  /** Refuses requests while the event loop is late, which it shares with the tests here; off without it. */
  readonly withShedding?: boolean;
  /** Gets the lines of the log; silent without it. */
  readonly log?: (line: string) => void;
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

/** Some features behind the real HTTP edge, with their own embedded stores and clock. */
export class TestApp {
  private constructor(
    private readonly app: NestFastifyApplication,
    private readonly runtime: Runtime,
    readonly folder: string,
    readonly clock: { nowMs: number },
    private readonly running: Simulator | null,
  ) {}

  static async open(
    modules: readonly Type[],
    { environment = {}, now = '2026-11-01T12:00:00.000Z', ...options }: TestAppOptions = {},
  ): Promise<TestApp> {
    const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'flip-app-'));
    const clock = { nowMs: Date.parse(now) };
    const prepared = await prepareRuntime({ FLIP_DATA: folder, PORT: '0', NODE_ENV: 'test', ...environment });
    const port: Clock = { now: () => clock.nowMs };
    const simulator = options.withSimulator
      ? await startSimulator(simulatorSettings({ ...prepared, clock: port }))
      : null;
    const smtpUrl = prepared.config.SMTP_URL ?? '';
    const providers = simulator ? providerSettings(prepared, simulator) : { ...NO_PROVIDERS, smtpUrl };
    const runtime: Runtime = { ...prepared, clock: port, providers };
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
    return new TestApp(app, runtime, folder, clock, simulator);
  }

  /** Also listens on the network, where the simulator delivers, and returns its address. */
  async listen(): Promise<string> {
    await this.app.listen(0, '127.0.0.1');
    const url = await this.app.getUrl();
    this.running?.deliverTo(url);
    return url;
  }

  get simulator(): Simulator {
    if (!this.running) throw new Error('Opened without the simulator');
    return this.running;
  }

  get secrets(): Runtime['secrets'] {
    return this.runtime.secrets;
  }

  /** One request. A refusal that is not documented fails the test. */
  async inject(
    request: InjectOptions & { readonly method: string; readonly url: string },
  ): Promise<Injected> {
    const response = await this.app.inject(request);
    requireDocumented(this.app, request, response);
    return response;
  }

  /** Stops the application and keeps its data folder. */
  async stop(): Promise<void> {
    await this.app.close();
    await this.running?.close();
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A provider of a feature under test. */
  get<Provider>(type: abstract new (...args: never[]) => Provider): Provider {
    return this.app.get<Provider>(type);
  }

  get commandRunner(): CommandRunner {
    return this.get(CommandRunner);
  }

  /** Appends events to a stream as if they had been decided, and waits for the views. */
  async record(
    stream: string,
    facts: readonly DomainEvent[],
    views: readonly string[] = [],
    actor: Actor = { kind: 'system', id: 'test' },
  ): Promise<void> {
    const { position } = await this.commandRunner.execute({
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
    for (const view of views)
      expect(await this.subscriptions.caughtUp({ name: view }, position ?? '', CATCH_UP_MS)).toBe(true);
  }

  /** A new sender with a confirmed address; AccountsModule must be declared. */
  async confirmedPerson() {
    const uid = randomUUID();
    const names = { firstName: 'Ana', lastName: 'Torres', locale: 'en' };
    await this.record(`account-${uid}`, [
      {
        type: 'AccountRegistered',
        data: { email: `${uid}@people.example`, ...names, credentialId: randomUUID() },
      },
      { type: 'EmailConfirmed', data: {} },
    ]);
    return this.person(uid);
  }

  get commands(): CommandBus {
    return this.app.get(CommandBus);
  }

  get clockGuard(): ClockGuard {
    return this.app.get(ClockGuard);
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

  /** One person's client: keeps the tokens of its commands, like a browser. */
  person(uid: string) {
    const tokens = new HeldTokens();
    const request = async <Body>(
      method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE',
      path: string,
      { body, headers }: { body?: unknown; headers?: object } = {},
    ): Promise<TestResponse<Body>> => {
      const call = tokens.forCall();
      const response = await this.inject({
        method,
        url: `/api${path}`,
        headers: {
          [UID_HEADER]: uid,
          'x-flip-request': '1',
          ...call.header,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      call.take(response.headers['x-flip-position']);
      const isPlain = response.headers['content-encoding'] === undefined;
      const isJson = isPlain && /[/+]json\b/.test(String(response.headers['content-type']));
      const parsed =
        isJson && response.payload ? (JSON.parse(response.payload) as Body) : (undefined as Body);
      return {
        status: response.statusCode,
        text: response.payload,
        bytes: response.rawPayload,
        body: parsed,
        headers: response.headers,
      };
    };
    return { uid, request };
  }
}

export type TestPerson = ReturnType<TestApp['person']>;

/** The declarations of modules without the modules and their sagas. */
export function declaredOnly(modules: readonly Type[]): readonly DynamicModule[] {
  return modules.map((module) => {
    const { prefixes, events, projections } = featuresOf(module);
    const streams = prefixes.map((prefix) => ({ prefix }));
    return EventSourcingModule.forFeature({ streams, events, projections });
  });
}

/** Providers that no test calls. */
export const NO_PROVIDERS = {
  persona: { apiUrl: '', hostedUrl: '', apiKey: '', templateId: '', webhookSecrets: [] },
  paypal: { apiUrl: '', clientId: '', clientSecret: '', webhookId: '' },
  social: { google: null, apple: null } as ProviderSettings['social'],
  stripe: {
    apiUrl: '',
    secretKey: '',
    publishableKey: '',
    webhookSecrets: [],
    frameOrigin: 'http://127.0.0.1:9',
  },
  smtpUrl: '',
  outboxUrl: null,
  providersUrl: null,
  deskUrl: null,
} satisfies Runtime['providers'];
