import { act, renderHook, waitFor } from '@testing-library/react';
import { useSend } from './use-send';

/** A send with a request that the test completes. */
function sending() {
  const requests: {
    readonly arg: string;
    readonly answer: (text: string) => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  const onSuccess = jest.fn<undefined, [string]>();
  const onError = jest.fn<undefined, [unknown]>();
  const { result } = renderHook(() =>
    useSend(
      (arg: string) =>
        new Promise<string>((answer, fail) => {
          requests.push({ arg, answer, fail });
        }),
      { onSuccess, onError },
    ),
  );
  const press = (arg: string) => act(() => void result.current.trigger(arg));
  return { result, requests, press, onSuccess, onError };
}

describe('sending', () => {
  it('ignores every press while a request is under way, and accepts the next one', async () => {
    const { result, requests, press, onSuccess } = sending();
    act(() => {
      void result.current.trigger('first');
      void result.current.trigger('double click');
    });
    press('impatient');
    expect(requests.map(({ arg }) => arg)).toEqual(['first']);
    expect(result.current.isMutating).toBe(true);
    act(() => requests[0]?.answer('done'));
    await waitFor(() => expect(result.current.isMutating).toBe(false));
    expect(result.current.data).toBe('done');
    expect(onSuccess.mock.calls[0]?.[0]).toBe('done');
    press('second');
    expect(requests).toHaveLength(2);
  });

  it('keeps a failure until the next response, and never throws', async () => {
    const { result, requests, press, onError } = sending();
    const failure = new Error('refused');
    press('first');
    act(() => requests[0]?.fail(failure));
    await waitFor(() => expect(result.current.error).toBe(failure));
    expect(onError.mock.calls[0]?.[0]).toBe(failure);
    press('second');
    act(() => requests[1]?.answer('done'));
    await waitFor(() => expect(result.current.error).toBeUndefined());
  });
});
