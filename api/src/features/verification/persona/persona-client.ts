import { readBounded } from '../../../http/edge/bounded-body.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { Clock } from '../../../config/clock.js';
import type { ProviderSettings } from '../../../config/runtime.js';
import { CallPace, retrySecondsOf } from '../../../engine/providers/call-pace.js';
import { ProviderBusy } from '../../../engine/providers/provider-unknown.js';
import { inquirySchema, type InquiryResponse } from './persona-shapes.js';

/** The response schemas match this version of the provider's API. */
const PERSONA_VERSION = '2026-09-29';
const CALL_DEADLINE_MS = 5_000;
const RESPONSE_LIMIT_BYTES = 256 * 1_024;
const RETRY_SECONDS = 5;
/** Errors that the provider does not store under the idempotency key: the same key can be retried. */
const PASSING = new Set([401, 408, 409, 425, 429]);

/** One call. POSTs carry an idempotency key. */
export interface PersonaCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly idempotencyKey?: string;
  readonly body?: object;
}

/** A refusal that the provider stores for a day and repeats for the same key. */
export class KeptRefusal extends DomainError {}

/** Calls the provider's API with a deadline and without redirects; validates the schema and size of responses. */
export class PersonaClient {
  private readonly pace: CallPace;

  constructor(
    private readonly settings: ProviderSettings['persona'],
    private readonly clock: Clock,
  ) {
    this.pace = new CallPace('persona', settings, clock);
  }

  /** null = not found. @throws verification_unavailable */
  async call(call: PersonaCall): Promise<InquiryResponse | null> {
    const response = await this.send(call);
    if (response.status === 404 && call.method === 'GET') {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw refusalOf(response, this.clock);
    }
    const inquiry = inquirySchema.safeParse(await readJson(response));
    if (!inquiry.success) throw unavailable(inquiry.error);
    return inquiry.data;
  }

  private async send({ method, path, idempotencyKey, body }: PersonaCall): Promise<Response> {
    try {
      await this.pace.turn();
      const response = await fetch(new URL(`/api/v1${path}`, this.settings.apiUrl), {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(CALL_DEADLINE_MS),
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${this.settings.apiKey}`,
          'persona-version': PERSONA_VERSION,
          'key-inflection': 'kebab',
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      this.pace.heard(response.status, response.headers.get('retry-after'));
      return response;
    } catch (error) {
      throw unavailable(error, error instanceof ProviderBusy ? error.seconds : RETRY_SECONDS);
    }
  }
}

/** No usable response; `seconds` tells the caller when to retry. */
function unavailable(cause: unknown, seconds = RETRY_SECONDS): DomainError {
  return new DomainError('verification_unavailable', { seconds }, { cause });
}

function refusalOf(response: Response, clock: Clock): DomainError {
  const { status, headers } = response;
  const cause = new Error(`The identity provider responded with ${status}`);
  const seconds = retrySecondsOf(headers.get('retry-after'), clock) ?? RETRY_SECONDS;
  const isKept = status === 500 || (status >= 400 && status < 500 && !PASSING.has(status));
  if (isKept) return new KeptRefusal('verification_unavailable', { seconds }, { cause });
  return unavailable(cause, seconds);
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await readBounded(response.body, RESPONSE_LIMIT_BYTES)) as unknown;
  } catch (error) {
    throw unavailable(error);
  }
}
