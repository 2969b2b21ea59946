import { act, renderHook } from '@testing-library/react';
import { ApiError } from './api/api-error';
import { useCountdown, WAIT_OVER } from './use-countdown';

afterEach(() => {
  jest.useRealTimers();
});

it.each([
  ['back', -3_600_000],
  ['forward, as after a sleep', 3_600_000],
])('a wait is never longer because the clock of the device is put %s', (_, byMs) => {
  jest.useFakeTimers();
  const error = new ApiError({ status: 429, code: 'too_many_attempts', message: '', params: { seconds: 2 } });
  const { result } = renderHook(() => useCountdown(error));
  jest.setSystemTime(Date.now() + byMs);
  act(() => {
    jest.advanceTimersByTime(2_000);
  });
  expect(result.current).toMatchObject({ code: WAIT_OVER });
});

it('a refusal with a wait counts its seconds down, and is over when the last one has passed', () => {
  jest.useFakeTimers();
  const error = new ApiError({ status: 429, code: 'too_many_attempts', message: '', params: { seconds: 2 } });
  const { result } = renderHook(() => useCountdown(error));
  const passes = (ms: number) => {
    act(() => {
      jest.advanceTimersByTime(ms);
    });
  };
  expect(result.current).toMatchObject({ code: 'too_many_attempts', params: { seconds: 2 } });
  passes(1_000);
  expect(result.current).toMatchObject({ code: 'too_many_attempts', params: { seconds: 1 } });
  passes(1_000);
  expect(result.current).toMatchObject({ code: WAIT_OVER });
});
