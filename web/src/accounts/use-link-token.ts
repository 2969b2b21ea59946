import { useLocation } from 'react-router-dom';

/** Longest token a link can carry; anything longer is no link of ours. */
const MAX_TOKEN_LENGTH = 200;

/** The token of a mailed link: behind `#token=`, which stays in the browser, or `?token=`. */
export function useLinkToken(): string | null {
  const { hash, search } = useLocation();
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token');
  return token && token.length <= MAX_TOKEN_LENGTH ? token : null;
}
