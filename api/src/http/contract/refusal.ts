import { HttpException } from '@nestjs/common';
import { I18nValidationException } from 'nestjs-i18n';
import { DomainError } from '../../kernel/domain-error.js';
import { ClockSuspect } from '../../engine/commands/clock-guard.js';
import { ProviderUnknown } from '../../engine/providers/provider-unknown.js';
import { StoreUnavailable } from '../../engine/storage/store-unavailable.js';
import { OutcomeUnknown } from '../../engine/event-store/event-store.port.js';
import { InvalidCursor } from '../../engine/view-store/view-store.port.js';
import { fieldRefusals, type FieldRefusal } from './validation.js';

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
/** Status of a DomainError that `problemStatuses` does not list. */
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

/** HTTP status of a problem with this code. */
export function problemStatusOf(code: string): number {
  return problemStatuses[code] ?? DEFAULT_PROBLEM_STATUS;
}

/** "401 second_factor_required" or "not_found": a code that a route documents, with its status there. */
export function documentedRefusal(text: string): { readonly status: number; readonly code: string } {
  const [, status, code = text] = /^(\d{3}) (.+)$/.exec(text) ?? [];
  return { status: status === undefined ? problemStatusOf(code) : Number(status), code };
}

/** The refusal of an error; a `seconds` parameter becomes Retry-After. Null = an internal error: 500, and logged. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof DomainError) return ofDomain(error);
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

function ofDomain(error: DomainError): Refusal {
  const { code, params, details } = error;
  const fields = error.fields?.map((one) => ({ ...one, textKey: `errors.${one.code}`, args: {} }));
  const status = error instanceof NotSignedInYet ? UNAUTHENTICATED_STATUS : problemStatusOf(code);
  const refusal = { status, code, params, details, ...(fields && { fields }) };
  if (typeof params['seconds'] === 'number') return { ...refusal, retryAfterSeconds: params['seconds'] };
  return refusal.status === 503 ? { ...refusal, retryAfterSeconds: RETRY_UNAVAILABLE_SECONDS } : refusal;
}

function invalid(fields: readonly FieldRefusal[]): Refusal {
  return { status: problemStatusOf('validation_failed'), code: 'validation_failed', params: {}, fields };
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
  return { status: problemStatusOf(known), code: known, params: {} };
}

/** Status of each code, unless it is 422. Texts are in `i18n/{en,es}/errors.json`. */
const problemStatuses: Readonly<Record<string, number>> = {
  ...Object.fromEntries(Object.entries(codeOfStatus).map(([status, code]) => [code, Number(status)])),
  validation_failed: 400,
  malformed_json: 400,
  malformed_url: 400,
  webhook_unreadable: 400,
  card_number_in_body: 400,
  uid_required: 400,
  invalid_credentials: 401,
  webhook_signature_invalid: 401,
  other_account: 401,
  invalid_code: 401,
  second_factor_expired: 401,
  account_suspended: 403,
  social_staff: 403,
  email_not_confirmed: 403,
  request_header_missing: 403,
  origin_not_allowed: 403,
  second_factor_required: 403,
  enrolment_code_required: 403,
  step_up_required: 403,
  suspended_by_operations: 403,
  reason_required: 400,
  rule_impossible: 400,
  account_not_found: 404,
  email_taken: 409,
  social_taken: 409,
  second_factor_enrolled: 409,
  second_factor_missing: 409,
  social_link_required: 409,
  last_sign_in_method: 409,
  total_changed: 409,
  verification_open: 409,
  already_verified: 409,
  case_already_reviewed: 409,
  case_not_reviewed: 409,
  case_changed: 409,
  rule_changed: 409,
  backtest_running: 409,
  backtest_gone: 404,
  rule_retired: 409,
  rule_not_active: 409,
  nothing_drafted: 409,
  already_proposed: 409,
  nothing_proposed: 409,
  needs_second_person: 403,
  report_filed: 409,
  no_report_due: 409,
  not_verified: 409,
  not_payable: 409,
  made_before_payments: 409,
  too_late: 409,
  nothing_to_cancel: 409,
  not_claimable: 409,
  payout_submitted: 409,
  nothing_to_hold: 409,
  not_held: 409,
  not_revealed: 409,
  second_person_needed: 409,
  report_differs: 409,
  not_seen: 403,
  recipient_similar: 409,
  recipient_already_saved: 409,
  card_removed: 409,
  too_many_attempts: 429,
  too_many_refusals: 429,
  allowance_freeing: 409,
  too_many_declines: 429,
  get_user_transactions_failed: 503,
  get_user_kyc_requests_failed: 503,
  busy: 503,
  verification_unavailable: 503,
  payments_unavailable: 503,
  payouts_unavailable: 503,
  social_unavailable: 503,
  clock_suspect: 503,
  restoring: 503,
  internal_error: 500,
};
