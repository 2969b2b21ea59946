import { setTimeout as pause } from 'node:timers/promises';
import { sampleDraft } from './sample-send.js';
import { randomUUID } from 'node:crypto';
import type { Me, PublicConfig } from '../../api/src/kernel/people/accounts.js';
import type { Transaction } from '../../api/src/kernel/money/transfers.js';
import { newDebitCard } from './debit-cards.js';
import { authenticator } from './authenticator.js';
import { newestToken } from './mailbox.js';
import { HeldTokens } from './held-tokens.js';
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

/** Codes that a sign-in tries: one less than wrong ones stop further tries. */
const CODE_TRIES = 4;

export const PASSWORD = 'violet-harbor-lantern-42';

/** The same for every server. */
let documented: DocumentedRefusals | undefined;

/** Calls the API like the web client: keeps cookies and the tokens of its commands. */
export class Browser {
  readonly cookies = new Map<string, string>();
  private readonly tokens = new HeldTokens();

  /** `nowMs`: the server's clock. */
  constructor(
    readonly url: string,
    private readonly nowMs: () => number = Date.now,
  ) {}

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
    const call = this.tokens.forCall();
    const headers: Record<string, string> = { 'x-flip-request': '1' };
    if (this.cookies.size > 0) headers.cookie = this.cookie;
    Object.assign(headers, call.header, options.headers);
    if (options.body !== undefined) headers['content-type'] ??= 'application/json';
    const response = await fetch(this.url + path, {
      method,
      headers,
      redirect: 'manual',
      ...(options.body === undefined ? {} : { body: options.body }),
    });
    this.remember(response.headers);
    call.take(response.headers.get('x-flip-position'));
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

  /** With the code of the account's second factor, if it has one. */
  async signIn(credentials: Credentials): Promise<void> {
    let answer = await servedBy(() => this.post('/api/auth/sign-in', credentials));
    if (answer.text.includes('problem:second_factor_required')) answer = await this.enterCode(credentials);
    if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}: ${answer.text}`);
    this.isConfirmed = false;
  }

  /** A restarted server has a new address and may know the first codes as used. */
  private async enterCode({ email }: Credentials): Promise<ApiResponse<Record<string, unknown>>> {
    for (let tries = CODE_TRIES; ; tries -= 1) {
      const code = await authenticator.codeOf(email, this.url, this.nowMs);
      const answer = await this.post('/api/auth/second-factor', { code });
      if (tries === 1 || !answer.text.includes('problem:invalid_code')) return answer;
    }
  }

  /** Sets up the second factor that every staff route requires, with the operator's code; the address is confirmed first. */
  async enrolSecondFactor({ email }: Pick<Credentials, 'email'>, proof: string): Promise<void> {
    await this.confirmAddress();
    const { status, body, text } = await this.post<{ secret: string }>('/api/second-factor', { proof });
    if (status !== 201) throw new Error(`No enrolment: ${status} ${text}`);
    authenticator.add(email, body.secret);
    const code = await authenticator.codeOf(email, this.url, this.nowMs);
    const confirmed = await this.post('/api/second-factor/confirm', { code });
    if (confirmed.status !== 200) throw new Error(`Not enrolled: ${confirmed.status} ${confirmed.text}`);
  }

  /** Follows the link that was mailed at sign-up, unless the signed-in person has followed it, here or elsewhere. */
  async confirmAddress(): Promise<void> {
    if (this.isConfirmed) return;
    await waitFor('the confirmed address', async () => {
      const { body: me } = await this.get<Me>('/api/me');
      if (me.emailConfirmed) return true;
      const token = await newestToken(this, me.email, '/confirm');
      if (token === undefined) return null;
      const { status, text } = await this.post('/api/auth/confirm', { token });
      if (status !== 204) throw new Error(`The address is not confirmed: ${status} ${text}`);
      return true;
    });
    this.isConfirmed = true;
  }

  /**
   * Sends with the total of the active schedule, under `key` or a new one, and again under the same key while the server
   * refuses more load, like the web client. With a card, the sender's address is confirmed first.
   */
  send<Body = Record<string, unknown>>(
    draft: Partial<Draft> = {},
    key: string = randomUUID(),
  ): Promise<ApiResponse<Body>> {
    return servedBy(() => this.sendOnce<Body>(draft, key));
  }

  /** Sends like `send`, without a repetition. */
  async sendOnce<Body = Record<string, unknown>>(
    draft: Partial<Draft> = {},
    key: string = randomUUID(),
  ): Promise<ApiResponse<Body>> {
    const transfer = {
      ...sampleDraft(),
      ...draft,
    };
    if (draft.cardToken !== undefined || draft.cardId !== undefined) await this.confirmAddress();
    const total = await this.totalOf(transfer.amount);
    return this.post<Body>('/api/transfers', { ...transfer, total }, { 'idempotency-key': key });
  }

  /** Sends with a test card and waits until it is charged: after that, only time changes the transfer. */
  async sendPaid(draft: Partial<Draft>, simulatorUrl: string, number?: string): Promise<string> {
    const cardToken = await enteredCard(simulatorUrl, number);
    const { status, body } = await this.send<{ id: string }>({ ...draft, cardToken });
    if (status !== 201) throw new Error(`not accepted: ${status}`);
    await waitFor('the charge', async () => {
      const { body: transfer } = await this.get<Transaction>(`/api/transfers/${body.id}`);
      return transfer.payment?.state === 'captured' ? transfer : null;
    });
    return body.id;
  }

  /** Saves a test card for later payments, after confirming the address. */
  async saveCard<Body = Record<string, unknown>>(number = newDebitCard()): Promise<ApiResponse<Body>> {
    await this.confirmAddress();
    const { body } = await this.get<PublicConfig>('/api/config');
    const token = await enteredCard(body.cardEntry?.frameOrigin ?? '', number);
    return this.post<Body>('/api/cards', { token });
  }

  private isConfirmed = false;
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
  }
}

/** Repeats a request while the server refuses it under load, when the server says, but not all at once. */
export function servedBy<Response extends ApiResponse>(request: () => Promise<Response>): Promise<Response> {
  return waitFor('a server with less load', async () => {
    const response = await request();
    if (!response.text.includes('problem:service_unavailable')) return response;
    await pause(Number(response.headers.get('retry-after')) * 1_000 * (1 + Math.random()));
    return null;
  });
}

/** Enters a card like the simulator's frame; returns its token. */
export async function enteredCard(simulatorUrl: string, number = newDebitCard()): Promise<string> {
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
