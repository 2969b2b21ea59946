import { useCallback, useId, useRef } from 'react';
import useSWRMutation from 'swr/mutation';

interface Effects<Result> {
  readonly onSuccess?: (result: Result) => void;
  readonly onError?: (error: unknown) => void;
}

export interface Send<Arg, Result> {
  /** Does nothing while a request is under way. Never rejects: a failure is in `error`. */
  readonly trigger: (arg: Arg) => Promise<void>;
  readonly isMutating: boolean;
  /** The response to the last request; undefined before that. */
  readonly data: Result | undefined;
  /** Why the last request failed, or undefined. */
  readonly error: unknown;
  readonly reset: () => void;
}

/** Sends commands one at a time: a second press never sends a second request. */
export function useSend<Arg = void, Result = unknown>(
  send: (arg: Arg) => Promise<Result>,
  effects: Effects<Result> = {},
): Send<Arg, Result> {
  const id = useId();
  const sending = useRef(false);
  const mutation = useSWRMutation<Result, unknown, readonly [string, string], Arg>(
    ['send', id],
    (_key, { arg }) => send(arg),
    { throwOnError: false, revalidate: false, ...effects },
  );
  // SWR types its trigger by whether an argument may be omitted, which a generic argument leaves open.
  const sendNow = mutation.trigger as (arg: Arg) => Promise<unknown>;
  const trigger = useCallback(
    async (arg: Arg) => {
      if (sending.current) return;
      // State is too late for a double click: both presses see the same render.
      sending.current = true;
      try {
        await sendNow(arg);
      } finally {
        sending.current = false;
      }
    },
    [sendNow],
  );
  const { isMutating, data, error, reset } = mutation;
  return { trigger, isMutating, data, error, reset };
}
