import { z } from 'zod';
import { readBounded } from '../../../http/edge/bounded-body.js';
import type { Clock } from '../../../config/clock.js';
import { parseJson } from '../../../kernel/parse-json.js';
import { CallPace } from '../../../engine/providers/call-pace.js';
import { ProviderAway, ProviderUnknown } from '../../../engine/providers/provider-unknown.js';
import type { ProviderSettings } from '../../../config/runtime.js';
import { errorSchema, tokenSchema, type PayPalError } from './paypal-shapes.js';

const CALL_DEADLINE_MS = 8_000;
const RESPONSE_LIMIT_BYTES = 256 * 1_024;
/** A chain of certificates has some KB. */
const CERTIFICATE_LIMIT_BYTES = 32 * 1_024;
/** A token is renewed this long before it ends. */
const TOKEN_MARGIN_MS = 60_000;
/** Refusals that are not about the request itself: too early, too many, not authorized. */
const PASSING = new Set([401, 403, 408, 409, 425, 429]);

/** One call; `body` is JSON text. */
export interface PayPalCall<T> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly schema: z.ZodType<T>;
}

/** The provider's response: the value, or a refusal under which nothing happened. */
export type PayPalResult<T> = Readonly<{ value: T } | { refusal: PayPalError; status: number }>;

/**
 * Calls PayPal's API with a deadline and without redirects; bounds and validates its responses. The secret and the
 * tokens occur in no error and no log line.
 */
export class PayPalClient {
  private token: { readonly text: string; readonly endsAtMs: number } | null = null;
  private pendingToken: Promise<string> | null = null;
  private readonly pace: CallPace;

  constructor(
    private readonly settings: ProviderSettings['paypal'],
    private readonly clock: Clock,
  ) {
    this.pace = new CallPace('paypal', settings, clock);
  }

  /** @throws ProviderUnknown without a usable response in time, and for temporary refusals */
  async call<T>(call: PayPalCall<T>): Promise<PayPalResult<T>> {
    let response = await this.send(call, await this.bearer());
    if (response.status === 401) {
      // Revoked before its end: one new token, then it is the credentials.
      await response.body?.cancel();
      this.token = null;
      response = await this.send(call, await this.bearer());
    }
    const { status } = response;
    if (status >= 500 || PASSING.has(status) || (status >= 300 && status < 400)) {
      await response.body?.cancel();
      throw responded(status);
    }
    const body = await readJson(response);
    if (status >= 400) return { refusal: parsed(errorSchema, body), status };
    return { value: parsed(call.schema, body) };
  }

  /** The text of a certificate at an address of PayPal's; null when there is none. @throws ProviderUnknown */
  async certificate(address: string): Promise<string | null> {
    const response = await this.fetch(address, { method: 'GET', headers: { accept: '*/*' } });
    if (response.ok) return readText(response, CERTIFICATE_LIMIT_BYTES);
    await response.body?.cancel();
    if (response.status === 404) return null;
    throw responded(response.status, ' to the request of a certificate');
  }

  /** The access token; calls at the same time share one request. */
  private bearer(): Promise<string> {
    if (this.token && this.token.endsAtMs > this.clock.now()) return Promise.resolve(this.token.text);
    this.pendingToken ??= this.newToken().finally(() => (this.pendingToken = null));
    return this.pendingToken;
  }

  private async newToken(): Promise<string> {
    const { clientId, clientSecret } = this.settings;
    const requestedMs = this.clock.now();
    const response = await this.fetch('/v1/oauth2/token', {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw responded(response.status, ' to the token request');
    }
    const { access_token: text, expires_in: seconds } = parsed(tokenSchema, await readJson(response));
    this.token = { text, endsAtMs: requestedMs + seconds * 1_000 - TOKEN_MARGIN_MS };
    return text;
  }

  private send<T>({ method, path, body }: PayPalCall<T>, token: string): Promise<Response> {
    return this.fetch(path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'POST' && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
  }

  private async fetch(
    path: string,
    init: { method: string; headers: Record<string, string>; body?: string },
  ): Promise<Response> {
    // The only ones that PayPal counts.
    if (init.method === 'POST') await this.pace.turn();
    else this.pace.requireNoRest();
    const response = await this.fetchNow(path, init);
    this.pace.heard(response.status, response.headers.get('retry-after'));
    return response;
  }

  private async fetchNow(path: string, init: Omit<RequestInit, 'redirect' | 'signal'>): Promise<Response> {
    try {
      return await fetch(new URL(path, this.settings.apiUrl), {
        ...init,
        redirect: 'manual',
        signal: AbortSignal.timeout(CALL_DEADLINE_MS),
        headers: { accept: 'application/json', ...init.headers },
      });
    } catch (error) {
      throw new ProviderAway('PayPal did not respond', { cause: error });
    }
  }
}

function responded(status: number, to = ''): ProviderUnknown {
  const text = `PayPal responded with ${status}${to}`;
  return status >= 500 ? new ProviderAway(text) : new ProviderUnknown(text);
}

function readText({ body }: Response, limitBytes: number): Promise<string> {
  return readBounded(body, limitBytes).catch((error: unknown) => {
    throw new ProviderAway('PayPal did not respond completely', { cause: error });
  });
}

async function readJson(response: Response): Promise<unknown> {
  return parseJson(await readText(response, RESPONSE_LIMIT_BYTES));
}

/** A malformed response leaves the outcome unknown. The error names only fields, since values may be personal. */
function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields = result.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new ProviderUnknown(`PayPal's response is malformed: ${fields}`);
}
