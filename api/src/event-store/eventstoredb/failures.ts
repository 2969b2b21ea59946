import { ErrorType } from '@eventstore/db-client';
import { errorCode } from '../../config/error-code.js';
import { StoreUnavailable } from '../../config/store-unavailable.js';
import { EventTooLarge, RevisionConflict } from '../event-store.port.js';

/** gRPC code of a server that cannot be reached, or was lost during a call. */
const UNAVAILABLE = '14';
/** Client messages of a call that was never sent. */
const NEVER_SENT =
  /No connection established|Channel closed before call started|Name resolution failed|Failed to discover/;

/**
 * Outcome of a failed append: refused, never sent, or unknown. Decided by the error's type: the client sets neither name
 * nor message reliably.
 */
export type AppendFailure =
  | { readonly kind: 'refused'; readonly error: Error }
  | { readonly kind: 'not_sent'; readonly error: unknown }
  | { readonly kind: 'unknown'; readonly error: unknown };

/** Classifies an error of the client for an append to `stream`. */
export function appendFailure(error: unknown, stream: string): AppendFailure {
  switch (errorType(error)) {
    case ErrorType.WRONG_EXPECTED_VERSION:
      return { kind: 'refused', error: new RevisionConflict(stream, actualRevision(error)) };
    case ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED:
      return {
        kind: 'refused',
        error: new EventTooLarge('The event store takes smaller appends only', { cause: error }),
      };
    case ErrorType.ACCESS_DENIED:
      return { kind: 'refused', error: accessDenied(error) };
    case ErrorType.STREAM_DELETED:
      return { kind: 'refused', error: new Error(`The stream ${stream} was deleted`, { cause: error }) };
    case ErrorType.NOT_LEADER:
      return { kind: 'not_sent', error };
    default:
      return { kind: wasNeverSent(error) ? 'not_sent' : 'unknown', error };
  }
}

/** The error of a failed read. */
export function readFailure(error: unknown): Error {
  if (error instanceof StoreUnavailable) return error;
  switch (errorType(error)) {
    case ErrorType.ACCESS_DENIED:
      return accessDenied(error);
    case ErrorType.STREAM_DELETED:
      return new Error('The stream was deleted', { cause: error });
    default:
      return new StoreUnavailable('The event store cannot be read', { cause: error });
  }
}

/** True when the stream has no event. */
export function isMissingStream(error: unknown): boolean {
  return errorType(error) === ErrorType.STREAM_NOT_FOUND;
}

function accessDenied(cause: unknown): StoreUnavailable {
  return new StoreUnavailable('The event store denies access to this user', { cause });
}

function errorType(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
}

function wasNeverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Discovery fails with a plain Error without a code.
  return ['', UNAVAILABLE].includes(errorCode(error)) && NEVER_SENT.test(error.message);
}

function actualRevision(error: unknown): bigint | 'no_stream' {
  const actual = (error as { readonly actualVersion?: unknown }).actualVersion;
  return typeof actual === 'bigint' && actual >= 0n ? actual : 'no_stream';
}
