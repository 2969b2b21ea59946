import { useLocation } from 'react-router-dom';
import { ApiError } from '../lib/api/api-error';

/** Longest token a link can carry; anything longer is no link of ours. */
const MAX_TOKEN_LENGTH = 200;

/** The token of a mailed link, behind `#token=`, which stays in the browser. */
export function useLinkToken(): string | null {
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token');
  return token && token.length <= MAX_TOKEN_LENGTH ? token : null;
}

/** True when the link is expired, used or never was one. */
export function isLinkOver(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'token_invalid' || error.fields.some(({ field }) => field === 'token');
}
