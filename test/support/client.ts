import { parseSetCookie, type SetCookie } from 'cookie';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Me, Problem } from '../../api/src/kernel/people/accounts.js';
import { HeldTokens } from './held-tokens.js';
import { newPerson, PASSWORD } from './passwords.js';

export type InjectedRequest = Exclude<Parameters<NestFastifyApplication['inject']>[0], string | undefined> & {
  readonly method: string;
  readonly url: string;
};
export type Injected = Awaited<ReturnType<NestFastifyApplication['inject']>>;

/** The response to one request; a body that is not JSON is undefined. */
export interface TestResponse<Body = Problem> {
  readonly status: number;
  readonly text: string;
  readonly bytes: Buffer;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly cookies: readonly SetCookie[];
}

interface Asked {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** One person's client: keeps its cookies and the tokens of its commands, like a browser. */
export class Client {
  readonly cookies = new Map<string, string>();
  private readonly tokens = new HeldTokens();

  constructor(
    private readonly app: { inject(request: InjectedRequest): Promise<Injected> },
    /** Headers of every request. */
    private readonly identity: Readonly<Record<string, string>>,
    /** Of a caller who is named by a header; empty for one with a session. */
    readonly uid = '',
  ) {}

  async request<Body = Problem>(
    method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    { body, headers }: Asked = {},
  ): Promise<TestResponse<Body>> {
    const { cookie } = this;
    const call = this.tokens.forCall();
    const response = await this.app.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...this.identity,
        'x-flip-request': '1',
        ...(cookie && { cookie }),
        ...call.header,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    call.take(response.headers['x-flip-position']);
    return this.taken<Body>(response);
  }

  post<Body = Problem>(path: string, body: unknown = {}): Promise<TestResponse<Body>> {
    return this.request<Body>('POST', path, { body });
  }

  /** Posts a form like another site's page: without our header, and without cookies, which are SameSite=Lax. */
  async postFromElsewhere(
    path: string,
    form: URLSearchParams | string,
    type = FORM_TYPE,
  ): Promise<TestResponse> {
    const headers = {
      'content-type': type,
      origin: 'https://provider.example',
      'sec-fetch-site': 'cross-site',
    };
    return this.taken(
      await this.app.inject({ method: 'POST', url: `/api${path}`, headers, payload: form.toString() }),
    );
  }

  signUp(person: object = {}): Promise<TestResponse<{ uid: string } & Problem>> {
    return this.post('/auth/sign-up', { ...newPerson(), ...person });
  }

  signIn(
    email: string,
    password = PASSWORD,
  ): Promise<TestResponse<{ uid: string; email: string } & Problem>> {
    return this.post('/auth/sign-in', { email, password });
  }

  /** The signed-in user. */
  async me(): Promise<Me> {
    return (await this.request<Me>('GET', '/me')).body;
  }

  /** The Cookie header that a browser sends. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private taken<Body>(response: Injected): TestResponse<Body> {
    const { headers, payload } = response;
    const cookies = [headers['set-cookie'] ?? []].flat().map((text) => parseSetCookie(text));
    for (const { name, value, maxAge } of cookies)
      if (maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value ?? '');
    const isPlain = headers['content-encoding'] === undefined;
    const isJson = isPlain && /[/+]json\b/.test(String(headers['content-type']));
    return {
      status: response.statusCode,
      text: payload,
      bytes: response.rawPayload,
      body: isJson && payload ? (JSON.parse(payload) as Body) : (undefined as Body),
      headers,
      cookies,
    };
  }
}
