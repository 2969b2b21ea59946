import { useCallback, useRef, useState } from 'react';
import { sendJson } from '../lib/api';

export interface ResendConfirmation {
  readonly state: 'ready' | 'sending' | 'sent';
  /** Why the last press sent nothing. */
  readonly error: unknown;
  readonly resend: () => Promise<void>;
}

/** Mails the confirmation link once more. */
export function useResendConfirmation(): ResendConfirmation {
  const [state, setState] = useState<ResendConfirmation['state']>('ready');
  const [error, setError] = useState<unknown>(null);
  const sending = useRef(false);
  const resend = useCallback(async () => {
    if (sending.current) return;
    sending.current = true;
    setState('sending');
    setError(null);
    try {
      await sendJson('POST', '/auth/confirm/resend');
      setState('sent');
    } catch (failure) {
      setError(failure);
      setState('ready');
    } finally {
      sending.current = false;
    }
  }, []);
  return { state, error, resend };
}
