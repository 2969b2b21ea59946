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
import { type PreparedRuntime, prepareRuntime } from '../../api/src/config/prepare-runtime.js';
import type { ProviderSettings, Runtime } from '../../api/src/config/runtime.js';
import { SubscriptionRunner } from '../../api/src/engine/subscriptions/subscription-runner.js';
import { Vault } from '../../api/src/engine/vault/vault.port.js';
import { ViewStore } from '../../api/src/engine/view-store/view-store.port.js';
import { ROLES } from '../../api/src/kernel/accounts.js';
import { HttpModule } from '../../api/src/http/http.module.js';
import { KnownCallers } from '../../api/src/http/known-callers.js';
import type { SignedRequest } from '../../api/src/http/principal.js';
import { createServer } from '../../api/src/http/server.js';
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
  /** Modules that do not run but whose streams, events and views are declared. */
  readonly declared?: readonly Type[];
  readonly environment?: object;
  readonly now?: string;
  /** An existing data folder: a restart. */
  readonly folder?: string;
  /** Provider addresses; no providers without it. */
  readonly providers?: (prepared: PreparedRuntime, clock: Clock) => Promise<ProviderSettings>;
  /** Gets the lines of the log; silent without it. */
  readonly log?: (line: string) => void;
}

/** Some features behind the real HTTP edge, with their own embedded stores and clock. */
export class TestApp {
  private constructor(
    private readonly app: NestFastifyApplication,
    readonly folder: string,
    readonly clock: { nowMs: number },
  ) {}

  static async open(
    modules: readonly Type[],
    { environment = {}, now = '2026-11-01T12:00:00.000Z', ...options }: TestAppOptions = {},
  ): Promise<TestApp> {
    const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'flip-app-'));
    const clock = { nowMs: Date.parse(now) };
    const prepared = await prepareRuntime({ FLIP_DATA: folder, PORT: '0', NODE_ENV: 'test', ...environment });
    const port: Clock = { now: () => clock.nowMs };
    const providers = (await options.providers?.(prepared, port)) ?? NO_PROVIDERS;
    const runtime: Runtime = { ...prepared, clock: port, providers };
    const imports = [...modules, ...declaredOnly(options.declared ?? [])];
    const root = {
      module: TestRoot,
      imports: [
        ...engineModules(runtime, featuresOf({ module: TestRoot, imports })),
        TestSessions,
        HttpModule,
        ...imports,
      ],
    };
    const app = await createServer(root, runtime.config, loggerTo(options.log));
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    return new TestApp(app, folder, clock);
  }

  /** Also listens on the network and returns its address. */
  async listen(): Promise<string> {
    await this.app.listen(0, '127.0.0.1');
    return this.app.getUrl();
  }

  /** Stops the application and keeps its data folder. */
  async stop(): Promise<void> {
    await this.app.close();
  }

  async close(): Promise<void> {
    await this.app.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A provider of a feature under test. */
  get<Provider>(type: abstract new (...args: never[]) => Provider): Provider {
    return this.app.get<Provider>(type);
  }

  get commandRunner(): CommandRunner {
    return this.app.get(CommandRunner);
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

  /** A new sender whose address is confirmed; AccountsModule must be declared. */
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
      const response = await this.app.inject({
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
      requireDocumented(this.app, { method, url: `/api${path}` }, response);
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
