/**
 * HTTP status of every refusal that is not answered as 422. Its text stands in `i18n/{en,es}/errors.json`
 * under the same code.
 */
export const problemStatuses: Readonly<Record<string, number>> = {
  validation_failed: 400,
  malformed_json: 400,
  malformed_url: 400,
  webhook_unreadable: 400,
  bad_request: 400,
  uid_required: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  webhook_signature_invalid: 401,
  forbidden: 403,
  email_not_confirmed: 403,
  request_header_missing: 403,
  origin_not_allowed: 403,
  own_account: 403,
  not_found: 404,
  account_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  email_taken: 409,
  total_changed: 409,
  verification_open: 409,
  already_verified: 409,
  case_already_reviewed: 409,
  body_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  too_many_requests: 429,
  too_many_attempts: 429,
  too_many_refusals: 429,
  internal_error: 500,
  service_unavailable: 503,
  get_user_transactions_failed: 503,
  get_user_kyc_requests_failed: 503,
  verification_unavailable: 503,
};

/** Status of a refusal nobody gave one. */
export const DEFAULT_PROBLEM_STATUS = 422;
