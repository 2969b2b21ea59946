import { HttpException, Injectable } from '@nestjs/common';
import { I18nValidationException } from 'nestjs-i18n';
import { Features } from '../../event-sourcing/event-sourcing.module.js';
import { DomainError } from '../../kernel/domain-error.js';
import { ClockSuspect } from '../../engine/commands/clock-guard.js';
import { ProviderUnknown } from '../../engine/providers/provider-unknown.js';
import { StoreUnavailable } from '../../engine/storage/store-unavailable.js';
import { OutcomeUnknown } from '../../engine/event-store/event-store.port.js';
import { InvalidCursor } from '../../engine/view-store/view-store.port.js';
import { fieldRefusals, type FieldRefusal } from './validation.js';

const INVALID_STATUS = 400;
const UNAUTHENTICATED_STATUS = 401;
/** A refusal of a sign-in: 401, regardless of the status of its code elsewhere. */
export class NotSignedInYet extends DomainError {}

/** The part of an error that a caller may see. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly params: DomainError['params'];
  readonly fields?: readonly FieldRefusal[];
  readonly details?: DomainError['details'];
  readonly retryAfterSeconds?: number;
}

/** When a caller may retry after a store was unavailable. */
const RETRY_UNAVAILABLE_SECONDS = 1;
/** Status of a DomainError with an unlisted code. */
const DEFAULT_PROBLEM_STATUS = 422;

/** Problem codes of Fastify's errors with an unspecific status. */
const codeOfFastify: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_BAD_URL: 'malformed_url',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

const codeOfStatus: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'body_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  503: 'service_unavailable',
};

/** Status of each code that is no single feature's, unless it is 422. Texts are in `i18n/{en,es}/errors.json`. */
const EDGE_STATUSES: Readonly<Record<string, number>> = {
  ...Object.fromEntries(Object.entries(codeOfStatus).map(([status, code]) => [code, Number(status)])),
  validation_failed: 400,
  malformed_json: 400,
  malformed_url: 400,
  webhook_unreadable: 400,
  card_number_in_body: 400,
  uid_required: 400,
  webhook_signature_invalid: 401,
  email_not_confirmed: 403,
  request_header_missing: 403,
  origin_not_allowed: 403,
  step_up_required: 403,
  too_many_attempts: 429,
  busy: 503,
  clock_suspect: 503,
  internal_error: 500,
};

/** What callers learn of an error: the edge's own codes, and those that the features declare with their HTTP status. */
@Injectable()
export class Refusals {
  constructor(private readonly features: Features) {}

  /** "401 second_factor_required" or "not_found": a code that a route documents, with its status there. */
  documented(text: string): { readonly status: number; readonly code: string } {
    const [, status, code = text] = /^(\d{3}) (.+)$/.exec(text) ?? [];
    return { status: status === undefined ? this.statusOf(code) : Number(status), code };
  }

  /** The refusal of an error; a `seconds` parameter becomes Retry-After. Null = an internal error: 500, and logged. */
  of(error: unknown): Refusal | null {
    if (error instanceof NotSignedInYet) return ofDomain(error, UNAUTHENTICATED_STATUS);
    if (error instanceof DomainError) return ofDomain(error, this.statusOf(error.code));
    return ofFailure(error);
  }

  private statusOf(code: string): number {
    return this.features.refusals[code] ?? EDGE_STATUSES[code] ?? DEFAULT_PROBLEM_STATUS;
  }
}

function ofFailure(error: unknown): Refusal | null {
  if (error instanceof I18nValidationException) return invalid(fieldRefusals(error.errors));
  if (error instanceof InvalidCursor) return invalid([cursorRefusal]);
  if (error instanceof ClockSuspect) return { ...unavailable, code: 'clock_suspect' };
  if ([StoreUnavailable, OutcomeUnknown, ProviderUnknown].some((type) => error instanceof type))
    return unavailable;
  // Nest wraps Fastify's errors.
  if (error instanceof HttpException) return ofFastify(error.cause) ?? ofStatus(error.getStatus());
  return ofFastify(error);
}

const unavailable: Refusal = {
  status: 503,
  code: 'service_unavailable',
  params: {},
  retryAfterSeconds: RETRY_UNAVAILABLE_SECONDS,
};

const cursorRefusal: FieldRefusal = {
  field: 'cursor',
  code: 'cursor',
  textKey: 'errors.validation.cursor',
  args: {},
};

function ofDomain(error: DomainError, status: number): Refusal {
  const { code, params, details } = error;
  const fields = error.fields?.map((one) => ({ ...one, textKey: `errors.${one.code}`, args: {} }));
  const refusal = { status, code, params, details, ...(fields && { fields }) };
  if (typeof params['seconds'] === 'number') return { ...refusal, retryAfterSeconds: params['seconds'] };
  return refusal.status === 503 ? { ...refusal, retryAfterSeconds: RETRY_UNAVAILABLE_SECONDS } : refusal;
}

function invalid(fields: readonly FieldRefusal[]): Refusal {
  return { status: INVALID_STATUS, code: 'validation_failed', params: {}, fields };
}

function ofStatus(status: number): Refusal | null {
  if (status >= 500 && status !== 503) return null;
  return { status, code: codeOfStatus[status] ?? 'bad_request', params: {} };
}

function ofFastify(error: unknown): Refusal | null {
  const { statusCode, code } = (error ?? {}) as { statusCode?: unknown; code?: unknown };
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499) return null;
  const known = typeof code === 'string' ? codeOfFastify[code] : undefined;
  if (known === undefined) return ofStatus(statusCode);
  return { status: EDGE_STATUSES[known] ?? statusCode, code: known, params: {} };
}
