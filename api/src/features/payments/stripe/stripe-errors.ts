import type StripeSdk from 'stripe';
import {
  ProviderAway,
  ProviderBusy,
  ProviderUnknown,
  RefusedByProvider,
  UnknownToProvider,
} from '../../../engine/providers/provider-unknown.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { DeclineGroup } from '../../../kernel/money/transfers.js';

/** When a caller may try again. */
const RETRY_SECONDS = 5;

type StripeError = StripeSdk.errors.StripeError;

/** The error as the provider's, or undefined; the client is loaded lazily, so that there is no class to compare with. */
export function stripeErrorOf(error: unknown): StripeError | undefined {
  const isOurs =
    error instanceof Error && /^Stripe\w*Error$/.test(String((error as Partial<StripeError>).type));
  return isOurs ? (error as StripeError) : undefined;
}

/** Whether the provider repeats a failure that it has stored under the call's key (for a day). */
export function isStoredFailure(error: unknown): boolean {
  const failure = stripeErrorOf(error);
  return (failure?.statusCode ?? 0) >= 500 && failure?.headers?.['idempotent-replayed'] === 'true';
}

/** Whether the error hides an earlier call under the key, which may have made a payment: it failed, or had other parameters. */
export const hidesPayment = (error: unknown): boolean =>
  isStoredFailure(error) || stripeErrorOf(error)?.type === 'StripeIdempotencyError';

/**
 * The error of a failed call: RefusedByProvider if the request was wrong, UnknownToProvider if what it names does not exist there,
 * ProviderUnknown otherwise. Neither contains the provider's
 * message, which may quote parameters.
 */
export function failureOf(error: unknown): Error {
  const failure = stripeErrorOf(error);
  if (!failure)
    return error instanceof Error ? error : new Error('The card processor failed', { cause: error });
  if (failure.detail instanceof ProviderBusy) return failure.detail;
  const what = [failure.statusCode, failure.type, failure.code, failure.param].filter(
    (part) => part !== undefined,
  );
  const message = `The card processor responded with ${what.join(' ')}`;
  if (failure.statusCode === 404) return new UnknownToProvider(message);
  const isInvalid = failure.type === 'StripeInvalidRequestError' || failure.type === 'StripeIdempotencyError';
  if (isInvalid) return new RefusedByProvider(message);
  return isAway(failure) ? new ProviderAway(message) : new ProviderUnknown(message);
}

/** A stored failure is repeated by a provider that works. */
const isAway = (failure: StripeError): boolean =>
  failure.type === 'StripeConnectionError' || ((failure.statusCode ?? 0) >= 500 && !isStoredFailure(failure));

/** The same for a call that changes nothing of a payment and has a waiting caller. */
export function unavailableOf(error: unknown): Error {
  const failure = failureOf(error);
  if (!(failure instanceof ProviderUnknown)) return failure;
  const seconds = failure instanceof ProviderBusy ? failure.seconds : RETRY_SECONDS;
  return new DomainError('payments_unavailable', { seconds }, { cause: failure });
}

const CHECK_DETAILS = new Set([
  'expired_card',
  'incorrect_address',
  'incorrect_cvc',
  'incorrect_number',
  'incorrect_zip',
  'invalid_account',
  'invalid_cvc',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_number',
]);
const NOT_ENOUGH_MONEY = 'insufficient_funds';
const TRY_AGAIN = new Set([
  'approve_with_id',
  'authentication_not_handled',
  'issuer_not_available',
  'payment_intent_authentication_failure',
  'processing_error',
  'reenter_transaction',
  'try_again_later',
]);

/**
 * The group of a decline. The reasons that a thief could use (lost, stolen, fraud) and all unknown ones are the bank's
 * affair (docs/providers.md).
 */
export function groupOf(reason: { readonly code?: string; readonly decline_code?: string }): DeclineGroup {
  const codes = [reason.decline_code, reason.code].filter((code) => code !== undefined);
  if (codes.includes(NOT_ENOUGH_MONEY)) return 'not_enough_money';
  if (codes.some((code) => CHECK_DETAILS.has(code))) return 'check_details';
  return codes.some((code) => TRY_AGAIN.has(code)) ? 'try_again' : 'contact_bank';
}
