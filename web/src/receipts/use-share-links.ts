import { sendJson } from '../lib/api/api';
import { useRead } from '../lib/api/reads';

/** The sender's links that work, and the commands that make one and turn them off. */
export function useShareLinks() {
  const links = useRead('/shares');
  const readAgain = () => links.mutate();
  return {
    ...links,
    share: (id: string) => sendJson('POST', '/transfers/{id}/share', { path: { id } }).then(readAgain),
    stop: (id: string) => sendJson('DELETE', '/transfers/{id}/share', { path: { id } }).then(readAgain),
    stopAll: () => sendJson('DELETE', '/shares').then(readAgain),
  };
}
