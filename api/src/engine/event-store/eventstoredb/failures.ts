import { ErrorType } from '@eventstore/db-client';
import { errorCode } from '../../../kernel/error-code.js';
import { StoreUnavailable } from '../../storage/store-unavailable.js';
import { EventTooLarge, RevisionConflict } from '../event-store.port.js';

/** gRPC code of a server that cannot be reached, or was lost during a call. */
const UNAVAILABLE = '14';
/** Client messages of a call that was never sent. */
const NEVER_SENT =
  /No connection established|Channel closed before call started|Name resolution failed|Failed to discover/;

/**
 * The error of a call that the server refuses for good, null when it may be tried again. Decided by the error's type: the
 * client sets neither name nor message reliably. `stream` is that of an append.
 */
export function refusal(error: unknown, stream = ''): Error | null {
  switch (errorType(error)) {
    case ErrorType.WRONG_EXPECTED_VERSION:
      return new RevisionConflict(stream, actualRevision(error));
    case ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED:
      return new EventTooLarge('The event store takes smaller appends only', { cause: error });
    case ErrorType.ACCESS_DENIED:
      return new StoreUnavailable('The event store denies access to this user', { cause: error });
    case ErrorType.STREAM_DELETED:
      return new Error('The stream was deleted', { cause: error });
    default:
      return null;
  }
}

/** True when the stream has no event. */
export function isMissingStream(error: unknown): boolean {
  return errorType(error) === ErrorType.STREAM_NOT_FOUND;
}

function errorType(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
}

/** True when no server took the call. */
export function wasNeverSent(error: unknown): boolean {
  if (errorType(error) === ErrorType.NOT_LEADER) return true;
  if (!(error instanceof Error)) return false;
  // Discovery fails with a plain Error without a code.
  return ['', UNAVAILABLE].includes(errorCode(error)) && NEVER_SENT.test(error.message);
}

function actualRevision(error: unknown): bigint | 'no_stream' {
  const actual = (error as { readonly actualVersion?: unknown }).actualVersion;
  return typeof actual === 'bigint' && actual >= 0n ? actual : 'no_stream';
}
