import { sendJson } from '../lib/api/api';
import { useRead } from '../lib/api/reads';
import { useSessionEnd } from './use-session';

/** Where an account that was closed says goodbye. */
const CLOSED = '/closed';

/** Whether the account can be closed now, and the command that closes it and leads to the farewell. */
export function useClosing() {
  const closing = useRead('/me/close');
  const end = useSessionEnd();
  return { ...closing, close: () => end(() => sendJson('POST', '/me/close'), CLOSED) };
}
