import { useEffect, useState } from 'react';
import { ApiError } from './api/api-error';

/** Code of a refusal after its wait. */
export const WAIT_OVER = 'wait_over';

/** A refusal with a wait in seconds, updated to the remaining wait; any other error unchanged. */
export function useCountdown(error: unknown): unknown {
  const seconds = error instanceof ApiError ? error.params['seconds'] : null;
  const total = typeof seconds === 'number' ? seconds : 0;
  const [passed, setPassed] = useState({ error, seconds: 0 });
  useEffect(() => {
    if (total === 0) return undefined;
    const passedMs = startTimer();
    const timer = setInterval(() => {
      const passedSeconds = Math.floor(passedMs() / 1_000);
      setPassed({ error, seconds: passedSeconds });
      if (passedSeconds >= total) clearInterval(timer);
    }, 1_000);
    return () => {
      clearInterval(timer);
    };
  }, [error, total]);
  if (!(error instanceof ApiError) || total === 0 || passed.error !== error) return error;
  const left = total - passed.seconds;
  const { status, code, message } = error;
  return left > 0
    ? new ApiError({ status, code, message, params: { seconds: left } })
    : new ApiError({ status, code: WAIT_OVER, message });
}

/** Measures time through a sleep, which stops one clock, and through a change of the other one. */
function startTimer(): () => number {
  const [wallMs, steadyMs] = [Date.now(), performance.now()];
  return () => Math.max(Date.now() - wallMs, performance.now() - steadyMs);
}
