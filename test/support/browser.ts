import { randomUUID } from 'node:crypto';
import type { PublicConfig } from '../../api/src/kernel/accounts.js';
import type { Transaction } from '../../api/src/kernel/transfers.js';
import { DocumentedRefusals } from './open-api.js';
import { waitFor } from './wait-for.js';

export interface ApiResponse<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly text: string;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Draft {
  readonly recipient: string;
  readonly platform: string;
  readonly handle: string;
  readonly amount: string;
  readonly note?: string;
  readonly cardId?: string;
  readonly cardToken?: string;
  readonly saveCard?: boolean;
}

/** A debit card of the simulator that is always approved. */
export const APPROVED_CARD = '4000056655665556';

export const PASSWORD = 'violet-harbor-lantern-42';

/** The same for every server. */
let documented: DocumentedRefusals | undefined;

/** Calls the API like the web client: keeps cookies and the highest position received. */
export class Browser {
  readonly cookies = new Map<string, string>();
  position: string | null = null;

  constructor(readonly url: string) {}

  /** The Cookie header that it sends. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get<Body = Record<string, unknown>>(
    path: string,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<Body>> {
    return this.request<Body>('GET', path, { headers });
  }

  post<Body = Record<string, unknown>>(
    path: string,
    body: unknown = {},
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<Body>> {
    return this.request<Body>('POST', path, { body: JSON.stringify(body), headers });
  }

  async request<Body = Record<string, unknown>>(
    method: string,
    path: string,
    options: { readonly body?: string; readonly headers?: Record<string, string> } = {},
  ): Promise<ApiResponse<Body>> {
    const headers: Record<string, string> = { 'x-flip-request': '1', ...options.headers };
    if (this.cookies.size > 0) headers.cookie = this.cookie;
    if (this.position !== null) headers['x-flip-position'] = this.position;
    if (options.body !== undefined) headers['content-type'] ??= 'application/json';
    const response = await fetch(this.url + path, {
      method,
      headers,
      redirect: 'manual',
      ...(options.body === undefined ? {} : { body: options.body }),
    });
    this.remember(response.headers);
    const text = await response.text();
    if (response.status >= 400) await this.requireDocumented({ method, url: path }, response, text);
    return { status: response.status, headers: response.headers, body: parsed(text) as Body, text };
  }

  /** Requires that every refusal a test receives is documented; skipped when the server is already down. */
  private async requireDocumented(
    request: { readonly method: string; readonly url: string },
    { status, headers }: Response,
    text: string,
  ): Promise<void> {
    documented ??= await fetch(`${this.url}/api/docs-json`)
      .then(async (response) => new DocumentedRefusals((await response.json()) as object))
      .catch(() => undefined);
    documented?.check(request, { status, text, retryAfter: headers.get('retry-after') });
  }

  /** Signs a new person up and in; returns their credentials. */
  async signUp(
    person: Partial<Credentials & { firstName: string; lastName: string }> = {},
  ): Promise<Credentials> {
    const email = person.email ?? `${randomUUID()}@people.example`;
    const password = person.password ?? PASSWORD;
    const { firstName = 'Ana', lastName = 'Torres' } = person;
    const registered = await this.post('/api/auth/sign-up', {
      firstName,
      lastName,
      email,
      password,
      acceptTerms: true,
    });
    if (registered.status !== 201)
      throw new Error(`Sign-up answered ${registered.status}: ${registered.text}`);
    await this.signIn({ email, password });
    return { email, password };
  }

  async signIn(credentials: Credentials): Promise<void> {
    const answer = await this.post('/api/auth/sign-in', credentials);
    if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}: ${answer.text}`);
  }

  /** Sends with the total of the active schedule, under `key` or a new one. */
  async send<Body = Record<string, unknown>>(
    draft: Partial<Draft> = {},
    key: string = randomUUID(),
  ): Promise<ApiResponse<Body>> {
    const transfer = {
      recipient: 'Maya Okafor',
      platform: 'Cash App',
      handle: 'mayaokafor',
      amount: '20.00',
      ...draft,
    };
    const total = await this.totalOf(transfer.amount);
    return this.post<Body>('/api/transfers', { ...transfer, total }, { 'idempotency-key': key });
  }

  /** Sends with a test card and waits until it is charged: after that, only time changes the transfer. */
  async sendPaid(draft: Partial<Draft>, simulatorUrl: string): Promise<string> {
    const cardToken = await enteredCard(simulatorUrl);
    const { status, body } = await this.send<{ id: string }>({ ...draft, cardToken });
    if (status !== 201) throw new Error(`not accepted: ${status}`);
    await waitFor('the charge', async () => {
      const { body: transfer } = await this.get<Transaction>(`/api/transfers/${body.id}`);
      return transfer.payment?.state === 'captured' ? transfer : null;
    });
    return body.id;
  }

  /** Saves a test card for later payments. */
  async saveCard<Body = Record<string, unknown>>(number = APPROVED_CARD): Promise<ApiResponse<Body>> {
    const { body } = await this.get<PublicConfig>('/api/config');
    const token = await enteredCard(body.cardEntry?.frameOrigin ?? '', number);
    return this.post<Body>('/api/cards', { token });
  }

  private readonly totals = new Map<string, string>();

  private async totalOf(amount: string): Promise<string> {
    const known = this.totals.get(amount);
    if (known !== undefined) return known;
    const quote = await this.get<{ fees: { total: string } }>(`/api/fees?amount=${amount}`);
    this.totals.set(amount, quote.body.fees.total);
    return quote.body.fees.total;
  }

  private remember(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      const value = pair.slice(pair.indexOf('=') + 1);
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const position = headers.get('x-flip-position');
    if (position !== null && (this.position === null || position > this.position)) this.position = position;
  }
}

/** Enters a card like the simulator's frame; returns its token. */
export async function enteredCard(simulatorUrl: string, number = APPROVED_CARD): Promise<string> {
  const taken = await fetch(`${simulatorUrl}/card-frame/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number, expMonth: 12, expYear: 2040, cvc: '123' }),
  });
  const { token } = (await taken.json()) as { readonly token: string };
  return token;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
