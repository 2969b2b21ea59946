import { type Type } from '@nestjs/common';
import { parseSetCookie, type SetCookie } from 'cookie';
import { SMTPServer } from 'smtp-server';
import { AccountsModule } from '../../api/src/features/accounts/accounts.module.js';
import { PasswordHasher } from '../../api/src/features/accounts/passwords/password-hasher.js';
import { PasswordStrength } from '../../api/src/features/accounts/passwords/password-strength.js';
import { PaymentsModule } from '../../api/src/features/payments/payments.module.js';
import { PreferencesModule } from '../../api/src/features/preferences/preferences.module.js';
import { VerificationModule } from '../../api/src/features/verification/verification.module.js';
import type { Me, Problem } from '../../api/src/kernel/accounts.js';
import type { Simulator } from '../../simulator/index.js';
import { HeldTokens } from './held-tokens.js';
import { type Injected, TestApp } from './test-app.js';
import { waitFor } from './wait-for.js';

/** The minimum cost of argon2: the passwords of tests protect nothing. */
const CHEAP_HASH = { memoryCost: 8, timeCost: 1 };
/** Both are strong, as the password strength spec verifies. */
export const PASSWORD = 'violet-harbor-lantern-42';
export const OTHER_PASSWORD = 'copper-teapot-meadow-19';

export interface ApiResponse<Body> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly cookies: readonly SetCookie[];
  readonly body: Body & Problem;
  readonly text: string;
}

export interface Mail {
  readonly to: string;
  readonly source: string;
}

export interface AccountsAppOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly folder?: string;
  /** Modules to run with it. */
  readonly modules?: readonly Type[];
  /** Starts the simulator: its providers replace Google and Apple. */
  readonly withSimulator?: boolean;
}

/** The accounts feature (with preferences, for the language of mails) behind the real HTTP edge, with a mail server. */
export class AccountsApp {
  private constructor(
    private readonly app: TestApp,
    private readonly smtp: SMTPServer,
    readonly mails: readonly Mail[],
    readonly log: readonly string[],
  ) {}

  static async open({ env = {}, modules = [], ...options }: AccountsAppOptions = {}): Promise<AccountsApp> {
    const mails: Mail[] = [];
    const log: string[] = [];
    const smtp = mailbox(mails);
    await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done));
    const { port } = smtp.server.address() as { port: number };
    const app = await TestApp.open([PreferencesModule, ...modules], {
      sessions: AccountsModule,
      declared: [VerificationModule, PaymentsModule],
      environment: { SMTP_URL: `smtp://127.0.0.1:${String(port)}`, ...env },
      log: (line) => void log.push(line),
      ...options,
    });
    acceptKnownPasswords(app.get(PasswordStrength));
    Object.assign(app.get(PasswordHasher), { cost: CHEAP_HASH });
    return new AccountsApp(app, smtp, mails, log);
  }

  get folder(): string {
    return this.app.folder;
  }

  get clock(): TestApp['clock'] {
    return this.app.clock;
  }

  get simulator(): Simulator {
    return this.app.simulator;
  }

  get<Provider>(type: abstract new (...args: never[]) => Provider): Provider {
    return this.app.get(type);
  }

  /** Also listens on the network and returns its address. */
  listen(): Promise<string> {
    return this.app.listen();
  }

  person(userAgent?: string): Person {
    return new Person(this.app, userAgent);
  }

  /** Stops the server and keeps the data folder. */
  async stop(): Promise<void> {
    await this.app.stop();
    await this.mailServerClosed();
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.mailServerClosed();
  }

  /** Somebody who has signed up, signed in in `browser`, and followed the link that confirms the address. */
  async confirmedPerson(browser = this.person()) {
    const person = newPerson();
    await browser.signUp(person);
    await browser.signIn(person.email);
    const { uid } = await this.confirm(browser, person.email);
    return { person, browser, uid };
  }

  /** Follows the link that confirms the address of the person who is signed in. */
  async confirm(browser: Person, email: string): Promise<Me> {
    const token = tokenIn(await this.mailTo(email, { path: '/confirm' }));
    const { status, text } = await browser.post('/auth/confirm', { token });
    if (status !== 204) throw new Error(`Not confirmed: ${String(status)} ${text}`);
    return browser.me();
  }

  /** The nth mail to an address (with a link to `path`), once it has arrived. */
  mailTo(email: string, { path = '/', nth = 0 } = {}): Promise<Mail> {
    return waitFor(`a mail to ${email}`, () =>
      Promise.resolve(this.mails.filter(({ to, source }) => to === email && source.includes(path))[nth]),
    );
  }

  private mailServerClosed(): Promise<void> {
    return new Promise((done) => this.smtp.close(() => done()));
  }
}

/** A headless API client that keeps cookies and the highest position. */
export class Person {
  readonly cookies = new Map<string, string>();
  private readonly tokens = new HeldTokens();

  constructor(
    private readonly app: TestApp,
    private readonly userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36',
  ) {}

  /** The signed-in user. */
  async me(): Promise<Me> {
    return (await this.request<Me>('GET', '/me')).body;
  }

  async request<Body = object>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<ApiResponse<Body>> {
    const call = this.tokens.forCall();
    const response = await this.app.inject({
      method,
      url: `/api${path}`,
      headers: { ...this.headers(), ...call.header, ...(body !== undefined && JSON_BODY), ...headers },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    call.take(response.headers['x-flip-position']);
    return this.kept<Body>(response);
  }

  /** Posts a form like another site's page: without our header, and without cookies, which are SameSite=Lax. */
  async postFromElsewhere(
    path: string,
    form: URLSearchParams | string,
    type = FORM_TYPE,
  ): Promise<ApiResponse<object>> {
    const response = await this.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { 'content-type': type, origin: 'https://provider.example', 'sec-fetch-site': 'cross-site' },
      payload: form.toString(),
    });
    return this.kept(response);
  }

  private kept<Body>(response: Injected): ApiResponse<Body> {
    const cookies = [response.headers['set-cookie'] ?? []].flat().map((text) => parseSetCookie(text));
    for (const cookie of cookies) this.keep(cookie);
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      headers: response.headers,
      cookies,
      body: (isJson ? JSON.parse(response.payload) : {}) as Body & Problem,
      text: response.payload,
    };
  }

  post<Body = object>(path: string, body: unknown = {}): Promise<ApiResponse<Body>> {
    return this.request<Body>('POST', path, { body });
  }

  signUp(person: object = {}): Promise<ApiResponse<{ uid: string }>> {
    return this.post('/auth/sign-up', { ...newPerson(), ...person });
  }

  signIn(email: string, password = PASSWORD): Promise<ApiResponse<{ uid: string; email: string }>> {
    return this.post('/auth/sign-in', { email, password });
  }

  /** The Cookie header that the browser sends. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private headers(): Record<string, string> {
    const { cookie } = this;
    return {
      'x-flip-request': '1',
      'user-agent': this.userAgent,
      ...(cookie && { cookie }),
    };
  }

  private keep({ name, value, maxAge }: SetCookie): void {
    if (maxAge === 0) this.cookies.delete(name);
    else this.cookies.set(name, value ?? '');
  }
}

const FORM_TYPE = 'application/x-www-form-urlencoded';
const JSON_BODY = { 'content-type': 'application/json' };

let people = 0;

/** A new, unique person. */
export function newPerson() {
  people += 1;
  return {
    firstName: 'Ana',
    lastName: 'Torres',
    email: `ana${String(people)}@people.example`,
    password: PASSWORD,
    acceptTerms: true,
  };
}

/** The token in a mail's link. */
export function tokenIn({ source }: Mail): string {
  const text = source.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
  const token = /token=([A-Za-z0-9_-]{43})/.exec(text)?.[1];
  if (token === undefined) throw new Error(`No token in ${text}`);
  return token;
}

/** Skips the check for passwords known to be strong: it starts a thread with word lists that take longer to load than most specs run. */
function acceptKnownPasswords(strength: PasswordStrength): void {
  const check = strength.require.bind(strength);
  strength.require = async (password, ownWords) => {
    if (password !== PASSWORD && password !== OTHER_PASSWORD) await check(password, ownWords);
  };
}

function mailbox(mails: Mail[]): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString();
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, source });
        done();
      });
    },
  });
}
