import useSWR from 'swr';
import type { ActiveShareLinks } from '@kernel/money/receipts';
import { useUid } from '../accounts/use-session';
import { getJson, sendJson } from '../lib/api/api';
import { keys } from '../lib/api/keys';

/** The sender's links that work, and the commands that make one and turn them off. */
export function useShareLinks() {
  const uid = useUid();
  const links = useSWR<ActiveShareLinks, unknown>(keys.shareLinks(uid), () => getJson('/shares'));
  const readAgain = () => links.mutate();
  return {
    ...links,
    share: (id: string) => sendJson('POST', '/transfers/{id}/share', { path: { id } }).then(readAgain),
    stop: (id: string) => sendJson('DELETE', '/transfers/{id}/share', { path: { id } }).then(readAgain),
    stopAll: () => sendJson('DELETE', '/shares').then(readAgain),
  };
}
