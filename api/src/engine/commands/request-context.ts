import { AsyncLocalStorage } from 'node:async_hooks';
import type { Position } from '../../event-sourcing/event.js';

/** Context of one request or saga reaction that would otherwise be passed through every call. */
export interface RequestScope {
  /** UUID; the correlation id of every event the request records. */
  readonly correlationId: string;
  /** Highest position recorded so far; returned in the token of `x-flip-position`. */
  position: Position | null;
  /** The positions of the tokens that the request returned, which its client has already seen. */
  readonly known?: readonly Position[];
}

const scopes = new AsyncLocalStorage<RequestScope>();

export const requestContext = {
  /** Runs `work` in a separate scope. */
  run<T>(scope: RequestScope, work: () => T): T {
    return scopes.run(scope, work);
  },
  /** The scope of the running request, if any. */
  current(): RequestScope | undefined {
    return scopes.getStore();
  },
  /** Notes that the request recorded an event at `position`. */
  recordedAt(position: Position): void {
    const scope = scopes.getStore();
    if (scope && (scope.position === null || position > scope.position)) scope.position = position;
  },
};
